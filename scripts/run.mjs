// Runs a TypeScript file on any supported Node: esbuild bundles it (packages stay external) and Node imports the bundle.
// Usage: node scripts/run.mjs [--bake-ranks] FILE.ts [arguments of the file]
// A file that exports `main(args)` gets it called, and the number it resolves to becomes the exit code.
// Standard output is left to the file alone.
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '..');

/** Bundles `file` two folders below the root, where the built entry points live too, so that both find `../ranks`. */
async function bundle(file) {
  const name = `${relative(root, file).replaceAll(/[\\/]/g, '-').slice(0, -'.ts'.length)}.mjs`;
  const outfile = join(root, 'dist/scripts', name);
  const { outputFiles } = await build({
    entryPoints: [file],
    outfile,
    write: false,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: 'inline',
    logLevel: 'error',
  });
  // Written aside and renamed: of two runs at once, neither may see half a file.
  const aside = `${outfile}.${String(process.pid)}`;
  await mkdir(dirname(outfile), { recursive: true });
  await writeFile(aside, outputFiles[0].contents);
  await rename(aside, outfile);
  return outfile;
}

/** esbuild has printed its messages already; its error adds only a stack trace. */
function exitOnBuildFailure(error) {
  if (!Array.isArray(error?.errors)) throw error;
  process.exit(1);
}

async function run(args) {
  if (args[0] === '--bake-ranks') {
    args.shift();
    const { bakeRanks } = await import(pathToFileURL(await bundle(join(root, 'scripts/bakeRanks.ts'))).href);
    await bakeRanks(join(root, 'dist/ranks'));
  }
  const file = args.shift();
  if (file === undefined) {
    console.error('usage: node scripts/run.mjs [--bake-ranks] FILE.ts [arguments of the file]');
    process.exit(2);
  }
  const outfile = await bundle(resolve(file));
  process.argv = [process.argv[0], outfile, ...args];
  const { main } = await import(pathToFileURL(outfile).href);
  if (main) process.exitCode = (await main(args)) ?? process.exitCode ?? 0;
}

await run(process.argv.slice(2)).catch(exitOnBuildFailure);
