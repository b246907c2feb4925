import { join } from 'node:path';
import { build } from 'esbuild';
import { repositoryRoot } from '../../support/repositoryRoot';

export type ViewName = 'chat' | 'inspector';

/** Files of both views by name, as a webview would load them. */
let bundled: Promise<ReadonlyMap<string, Uint8Array>> | undefined;

/** Bundles both views once per test file, from the source as it stands. */
export function bundleViews(): Promise<ReadonlyMap<string, Uint8Array>> {
  bundled ??= bundle();
  return bundled;
}

async function bundle(): Promise<ReadonlyMap<string, Uint8Array>> {
  const { outputFiles } = await build({
    absWorkingDir: repositoryRoot,
    entryPoints: { chat: 'webview/chat/main.tsx', inspector: 'webview/inspector/main.tsx' },
    outdir: join(repositoryRoot, 'dist/webview'),
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    target: 'chrome128',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.ttf': 'file' },
    assetNames: '[name]',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  });
  return new Map(outputFiles.map(({ path, contents }) => [path.split(/[\\/]/).at(-1) ?? path, contents]));
}
