import { basename } from 'node:path';
import type { Finding, PersonalSecrets } from './finding';

/** Longest local part and labels of an address, characters, by RFC 5321. */
const LONGEST_LOCAL_PART = 64;
const LONGEST_DOMAIN = 255;

/** Shorter ones would be found everywhere. */
const SHORTEST_KEY = 8;

/** `git@host:path` and its like name a service, not a person. */
const NO_PERSONS = new Set(['git', 'hg', 'svn']);

/** Folders beside those of users. */
const SHARED_FOLDERS = new Set(['shared', 'public', 'default', 'all users', 'defaultuser0']);

const HOME_PATH =
  /(?:\/(?:home|Users)\/|\b[A-Za-z]:(?:\\{1,4}|\/)Users(?:\\{1,4}|\/))(?<name>[^\s/\\:"'`<>|,;()[\]{}*?]{1,64})/g;

/** E-mail addresses. Looked for from the `@` outwards, so that a long text costs one pass. */
export function emailAddresses(text: string): Finding[] {
  const findings: Finding[] = [];
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    let start = at;
    while (start > 0 && at - start < LONGEST_LOCAL_PART && /[\p{L}\p{N}._%+-]/u.test(text.charAt(start - 1)))
      start -= 1;
    if (start === at) continue;
    const domain = /^(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}])/u.exec(
      text.slice(at + 1, at + 1 + LONGEST_DOMAIN),
    )?.[0];
    // `icon@2x.png` is the name of a file.
    if (domain === undefined || /^\dx\./.test(domain) || NO_PERSONS.has(text.slice(start, at))) continue;
    findings.push({ start, end: at + 1 + domain.length, kind: 'e-mail' });
  }
  return findings;
}

/** The user's name in the paths of home folders. */
export function homePaths(text: string, homeFolder: string): Finding[] {
  const findings: Finding[] = [];
  for (const match of text.matchAll(HOME_PATH)) {
    const name = match.groups?.['name'] ?? '';
    if (SHARED_FOLDERS.has(name.toLowerCase())) continue;
    const end = match.index + match[0].length;
    findings.push({ start: end - name.length, end, kind: 'user name' });
  }
  // Wherever the folder of this user stands, such as `/var/home/name`; that of the superuser names nobody.
  const name = basename(homeFolder);
  if (name.length < 2 || name === 'root') return findings;
  for (const place of placesOf(text, homeFolder)) {
    const end = place + homeFolder.length;
    if (/^[\p{L}\p{N}_-]/u.test(text.slice(end, end + 2))) continue;
    findings.push({ start: end - name.length, end, kind: 'user name' });
  }
  return findings;
}

/** The user's own keys, wherever they stand, also as a part of an address. */
export function storedKeys(text: string, keys: PersonalSecrets['keys']): Finding[] {
  const forms = new Set(keys.flatMap((key) => [key, encodeURIComponent(key.toWellFormed())]));
  return [...forms]
    .filter((key) => key.length >= SHORTEST_KEY)
    .flatMap((key) => placesOf(text, key).map((start) => ({ start, end: start + key.length, kind: 'your key' })));
}

function placesOf(text: string, sought: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length)) places.push(at);
  return places;
}
