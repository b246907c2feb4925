import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { extensions, workspace } from 'vscode';

/** A workspace the user has not trusted. */
export function restrictedSuite(): void {
  describe('Restricted Mode', () => {
    it('activates without trust', async () => {
      assert.equal(workspace.isTrusted, false);
      const extension = extensions.getExtension('strata.strata');
      assert.ok(extension, 'the extension strata.strata is not enabled');
      await extension.activate();
      assert.ok(extension.isActive);
    });
  });
}
