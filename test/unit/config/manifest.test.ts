import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generateManifest } from '../../../scripts/generateManifest';
import { withSettingsTable } from '../../../scripts/settingsTable';
import { commands } from '../../../src/config/commands';
import { manifest } from '../../../src/config/manifest';
import { settingKeys, settings, type SettingKey } from '../../../src/config/settings';
import { repositoryRoot } from '../../support/repositoryRoot';

const read = (file: string): Promise<string> => readFile(join(repositoryRoot, file), 'utf8');

async function textsOf(file: string): Promise<Record<string, string>> {
  return JSON.parse(await read(file)) as Record<string, string>;
}

/** Everything of the manifest that the tests look into. */
interface Contributions {
  commands: { command: string }[];
  menus: Record<string, { command: string; when: string }[]>;
  keybindings: { command: string; when?: string }[];
  configuration: { properties: Record<string, Record<string, unknown>> }[];
}

const contributes = manifest().contributes as Contributions;

interface Schema {
  properties?: Record<string, Schema>;
  patternProperties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
}

function propertyOf(key: SettingKey): Schema {
  return contributes.configuration.map(({ properties }) => properties[`strata.${key}`]).find(Boolean) as Schema;
}

describe('the manifest', () => {
  it('is current: run `npm run manifest` when this fails', async () => {
    const files = generateManifest(await read('package.json'));
    expect(await read('package.json')).toBe(files.packageJson);
    expect(await read('package.nls.json')).toBe(files.englishTexts);
    expect(await read('README.md')).toBe(withSettingsTable(await read('README.md')));
  });

  it('has every text in Spanish, and no text more', async () => {
    const spanish = await textsOf('package.nls.es.json');
    const english = manifest().texts;
    expect(Object.keys(spanish).sort()).toEqual(Object.keys(english).sort());
    expect(Object.entries(spanish).filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('names every setting and keeps the placeholders of a text in its translation', async () => {
    const spanish = await textsOf('package.nls.es.json');
    for (const [key, english] of Object.entries(manifest().texts)) {
      const references = (text: string): string[] =>
        [...text.matchAll(/`#[^`]+#`|command:[\w.]+/g)].map(([found]) => found).sort();
      expect(references(spanish[key] ?? ''), key).toEqual(references(english));
      for (const reference of references(english)) {
        if (reference.startsWith('command:')) expect(commands).toHaveProperty([reference.slice('command:'.length)]);
        else expect(settings, key).toHaveProperty([reference.slice('`#strata.'.length, -'#`'.length)]);
      }
    }
  });

  it('declares every setting with its default inside its range', () => {
    const properties = Object.assign({}, ...contributes.configuration.map((section) => section.properties)) as Record<
      string,
      unknown
    >;
    expect(Object.keys(properties).sort()).toEqual(settingKeys.map((key) => `strata.${key}`).sort());
    for (const key of settingKeys) {
      const definition = settings[key];
      if (!('minimum' in definition)) continue;
      expect(definition.default, key).toBeGreaterThanOrEqual(definition.minimum);
      expect(definition.default, key).toBeLessThanOrEqual(definition.maximum);
    }
  });

  it('has a text for each reference, however deep inside', () => {
    const references = [...JSON.stringify(contributes).matchAll(/%([\w.]+)%/g)].map(([, key]) => key ?? '');
    expect(references.length).toBeGreaterThan(0);
    expect([...new Set(references)].sort()).toEqual(expect.arrayContaining(['settings.compression.stages']));
    expect(references.filter((key) => !Object.hasOwn(manifest().texts, key))).toEqual([]);
  });

  it.each([
    ['compression.config', 'summarizer_model', 'summarizerModel'],
    ['compression.profiles', 'summarizerModel', 'summarizer_model'],
  ] as const)('completes strata.%s with %s and takes %s as well', (key, offered, other) => {
    const schema = propertyOf(key);
    const profile = (schema.properties?.['profiles'] ?? schema).additionalProperties as Schema;
    const scenario = Object.values(profile.properties?.['scenarios']?.patternProperties ?? {})[0];
    for (const owner of [profile, scenario]) {
      const options = owner?.properties?.['compression'];
      expect(Object.keys(options?.properties ?? {})).toContain(offered);
      expect(Object.keys(options?.patternProperties ?? {}).filter((name) => new RegExp(name).test(other))).toHaveLength(
        1,
      );
      expect(options?.additionalProperties).toBe(false);
    }
  });

  it('keeps what an untrusted workspace could spend money with out of its reach', () => {
    const { untrustedWorkspaces } = manifest().capabilities as {
      untrustedWorkspaces: { restrictedConfigurations: string[] };
    };
    const own = settingKeys.filter((key) => key.startsWith('compression.')).map((key) => `strata.${key}`);
    expect(untrustedWorkspaces.restrictedConfigurations).toEqual(expect.arrayContaining(own));
  });

  it('uses declared commands only, and each key binding only where Strata has the focus', () => {
    const used = [...Object.values(contributes.menus).flat(), ...contributes.keybindings].map(({ command }) => command);
    expect(used.filter((command) => !Object.hasOwn(commands, command))).toEqual([]);
    for (const { when } of contributes.keybindings) expect(when).toContain('focusedView == strata.');
  });

  it('takes where data goes from the user, also in a remote window, and never from a workspace', () => {
    expect(settings['openai.baseUrl'].scope).toBe('application');
  });
});
