import type { SettingDefinition } from '../src/config/settingDefinition';
import { settingKeys, settings } from '../src/config/settings';

const BLOCK = /(<!-- settings:start -->\n)[^]*?(<!-- settings:end -->)/;

/** The README with its table of settings as they are defined now. */
export function withSettingsTable(readme: string): string {
  return readme.replace(BLOCK, (_block, start: string, end: string) => `${start}\n${settingsTable()}\n\n${end}`);
}

function settingsTable(): string {
  const rows = settingKeys.map((key) => {
    const definition: SettingDefinition = settings[key];
    return `| \`strata.${key}\` | ${defaultText(definition)} | ${descriptionText(definition.markdownDescription)} |`;
  });
  return ['| setting | default | what it does |', '| --- | --- | --- |', ...rows].join('\n');
}

function defaultText(definition: SettingDefinition): string {
  switch (definition.type) {
    case 'list':
      return definition.default.join(', ');
    case 'structure':
      return `\`${JSON.stringify(definition.default)}\``;
    default:
      return definition.default === '' ? '' : `\`${String(definition.default)}\``;
  }
}

/** VS Code links settings as `#strata.key#`; a README has no such links, and a table no line breaks or bars. */
function descriptionText(markdown: string): string {
  return markdown
    .replaceAll(/`#([^#`]+)#`/g, '`$1`')
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|');
}
