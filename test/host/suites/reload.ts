import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { extensions } from 'vscode';

/** Before the window is reloaded: what must survive is made here. */
export function reloadSuiteBefore(): void {
  describe('before the reload', () => {
    it('activates', async () => {
      const extension = extensions.getExtension('strata.strata');
      await extension?.activate();
      assert.ok(extension?.isActive);
    });
  });
}

/** After the reload, over the same workspace and storage. */
export function reloadSuiteAfter(): void {
  describe('after the reload', () => {
    it('activates again', async () => {
      const extension = extensions.getExtension('strata.strata');
      await extension?.activate();
      assert.ok(extension?.isActive);
    });
  });
}
