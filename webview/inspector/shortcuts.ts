import { t } from '../ui/text';

/** What a key does in the whole inspector; what moves in a list is the list's own. */
export type ShortcutId =
  | 'help'
  | 'search'
  | 'nextHit'
  | 'previousHit'
  | 'nextFateChange'
  | 'previousFateChange'
  | 'collapseAll'
  | 'expandAll'
  | 'follow'
  | 'callBefore'
  | 'nextCall'
  | 'now'
  | 'tab1'
  | 'tab2'
  | 'tab3'
  | 'openOriginal'
  | 'openDiff'
  | 'pin'
  | 'putBack'
  | 'undoBatch';

/**
 * The keys of each, as `keyOf` tells them: the first one is shown. Those of one character do nothing while they are
 * switched off, nor where something is typed.
 */
const keys: Readonly<Record<ShortcutId, readonly [string, ...string[]]>> = {
  help: ['?'],
  search: ['Ctrl+F', '/'],
  nextHit: ['F3'],
  previousHit: ['Shift+F3'],
  nextFateChange: ['F'],
  previousFateChange: ['Shift+F'],
  collapseAll: ['Shift+ArrowLeft'],
  expandAll: ['Shift+ArrowRight'],
  follow: ['L'],
  // On many keyboards brackets need a second hand.
  callBefore: ['[', ','],
  nextCall: [']', '.'],
  now: ['N'],
  tab1: ['1'],
  tab2: ['2'],
  tab3: ['3'],
  openOriginal: ['O'],
  openDiff: ['D'],
  pin: ['P'],
  putBack: ['Shift+B'],
  undoBatch: ['Shift+U'],
};

const idByKey: ReadonlyMap<string, ShortcutId> = new Map(
  (Object.entries(keys) as [ShortcutId, readonly string[]][]).flatMap(([id, all]) => all.map((key) => [key, id])),
);

/** The key of a shortcut as it is shown: `Shift+F`, `Shift+←`. */
export function shortcutKeys(id: ShortcutId): string {
  return shownKey(keys[id][0]);
}

/** A key with signs for the arrows. */
function shownKey(key: string): string {
  return key.replace('ArrowLeft', '←').replace('ArrowRight', '→').replace('ArrowUp', '↑').replace('ArrowDown', '↓');
}

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** What a key does; null where it is none of ours, or a single character while those are off. */
export function shortcutOf(event: Pressed, singleKeys: boolean): ShortcutId | null {
  const key = keyOf(event);
  const id = idByKey.get(key) ?? null;
  return id !== null && isSingle(key) && !singleKeys && id !== 'help' ? null : id;
}

/** Whether a key is a character, that is typed where something can be typed. */
export function isCharacter({ key, ctrlKey, metaKey, altKey }: Pressed): boolean {
  return key.length === 1 && !metaKey && (!ctrlKey || altKey);
}

/** A letter in upper case, with Shift where it is held; another character as it is, as it may need Shift itself. */
function keyOf({ key, shiftKey, ctrlKey, metaKey, altKey }: Pressed): string {
  // AltGr, by which some keyboards give brackets, counts as Ctrl and Alt on Windows.
  const isAltGr = altKey && ctrlKey && key.length === 1;
  if (altKey && !isAltGr) return '';
  const isLetter = key.length === 1 && key.toLowerCase() !== key.toUpperCase();
  const withShift = shiftKey && (isLetter || key.length > 1);
  const name = isLetter ? key.toUpperCase() : key;
  return `${(ctrlKey && !isAltGr) || metaKey ? 'Ctrl+' : ''}${withShift ? 'Shift+' : ''}${name}`;
}

function isSingle(key: string): boolean {
  return /^(?:Shift\+)?.$/.test(key);
}

export interface ShortcutGroup {
  readonly title: string;
  readonly entries: readonly { readonly keys: readonly string[]; readonly words: string }[];
}

/** Everything the keyboard does, for the help sheet. */
export function shortcutGroups(): readonly ShortcutGroup[] {
  const entry = (id: ShortcutId, words: string): ShortcutGroup['entries'][number] => ({
    keys: keys[id].map(shownKey),
    words,
  });
  return [
    {
      title: t('Everywhere'),
      entries: [
        entry('help', t('This sheet')),
        entry('search', t('Search the originals')),
        entry('nextHit', t('Next hit; in the search field also Enter')),
        entry('previousHit', t('Previous hit; in the search field also Shift+Enter')),
        entry('nextFateChange', t('Next change of fate')),
        entry('previousFateChange', t('Previous change of fate')),
        entry('follow', t('Follow the newest of a session that grows')),
        entry('callBefore', t('The context at the call before')),
        entry('nextCall', t('The context at the next call')),
        entry('now', t('The context as it is now')),
      ],
    },
    {
      title: t('In the timeline'),
      entries: [
        { keys: ['↑', '↓', 'PageUp', 'PageDown', 'Home', 'End'], words: t('Move') },
        { keys: ['→', '←'], words: t('Open and close a turn; from a message to its turn') },
        entry('collapseAll', t('Collapse all turns')),
        entry('expandAll', t('Expand all turns')),
        { keys: ['Enter'], words: t('Into the detail') },
        { keys: ['Esc'], words: t('Close the detail') },
      ],
    },
    {
      title: t('With the selected message'),
      entries: [
        { keys: ['1', '2', '3'], words: t('In context, original, why') },
        entry('openOriginal', t('Open the original in an editor')),
        entry('openDiff', t('Open the diff in an editor')),
        entry('pin', t('Pin or unpin')),
        entry('putBack', t('Put the message back into the context')),
        entry('undoBatch', t('Undo the newest decision that touched it')),
      ],
    },
  ];
}
