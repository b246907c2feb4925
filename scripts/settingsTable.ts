import { settingKeys, settings } from '../src/config/settings';
import type { SettingDefinition } from '../src/config/settings';

const BLOCK = /(<!-- settings:start -->\n)[^]*?(<!-- settings:end -->)/;

/** The README with its table of settings as they are defined now. */
export function withSettingsTable(readme: string): string {
  return readme.replace(BLOCK, (_block, start: string, end: string) => `${start}\n${settingsTable()}\n\n${end}`);
}

function settingsTable(): string {
  const rows = settingKeys.map((key) => {
    const definition: SettingDefinition = settings[key];
    return `| \`strata.${key}\` | ${defaultText(definition.default)} | ${descriptionText(definition.markdownDescription)} |`;
  });
  return ['| setting | default | what it does |', '| --- | --- | --- |', ...rows].join('\n');
}

function defaultText(value: SettingDefinition['default']): string {
  if (typeof value === 'object') return value.join(', ');
  return value === '' ? '' : `\`${String(value)}\``;
}

/** VS Code links settings as `#strata.key#`; a README has no such links, and a table no line breaks or bars. */
function descriptionText(markdown: string): string {
  return markdown
    .replaceAll(/`#([^#`]+)#`/g, '`$1`')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|');
}
