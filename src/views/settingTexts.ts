import { isRecord } from '../engine/fieldCheck';
import type { SettingKey } from '../config/settings';

/** What the user reads of a setting, in their language. */
export interface SettingText {
  readonly title: string;
  readonly description: string;
  /** The heading in the settings editor. */
  readonly group: string;
}

export type SettingTexts = (key: SettingKey) => SettingText;

/** @param manifest the extension's, in the user's language as VS Code gives it */
export function settingTexts(manifest: unknown): SettingTexts {
  const known = new Map(headings(manifest).flatMap(textsUnder));
  return (key) => known.get(`strata.${key}`) ?? { title: key, description: '', group: '' };
}

function headings(manifest: unknown): readonly unknown[] {
  const contributes = isRecord(manifest) ? manifest['contributes'] : undefined;
  const configuration = isRecord(contributes) ? contributes['configuration'] : undefined;
  return Array.isArray(configuration) ? configuration : [];
}

function textsUnder(heading: unknown): readonly (readonly [string, SettingText])[] {
  if (!isRecord(heading) || !isRecord(heading['properties'])) return [];
  const group = wordsOf(heading['title']);
  return Object.entries(heading['properties']).flatMap(([name, property]) => {
    if (!isRecord(property) || typeof property['title'] !== 'string') return [];
    const description = plainText(wordsOf(property['markdownDescription']));
    return [[name, { title: property['title'], description, group }] as const];
  });
}

/** Without the marks of code and of references to other settings. */
function plainText(markdown: string): string {
  return markdown.replaceAll(/`#?([^`#]*)#?`/g, '$1').replaceAll('*', '');
}

function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
