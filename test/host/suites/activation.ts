import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { commands, extensions } from 'vscode';

interface Manifest {
  contributes?: { commands?: { command: string }[] };
}

export function activationTests(): void {
  describe('activation', () => {
    it('activates without an error', async () => {
      const extension = extensions.getExtension('strata.strata');
      assert.ok(extension, 'the extension strata.strata is not installed');
      await extension.activate();
      assert.ok(extension.isActive);
    });

    it('registers every command it contributes', async () => {
      const extension = extensions.getExtension('strata.strata');
      const manifest = extension?.packageJSON as Manifest;
      const contributed = manifest.contributes?.commands?.map(({ command }) => command) ?? [];
      assert.notEqual(contributed.length, 0, 'the manifest contributes no command');
      const registered = new Set(await commands.getCommands(true));
      assert.deepEqual(
        contributed.filter((command) => !registered.has(command)),
        [],
      );
    });
  });
}
