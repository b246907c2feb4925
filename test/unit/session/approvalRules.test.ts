import { describe, expect, it } from 'vitest';
import type { ApprovalSubject } from '../../../src/session/approvalRules';
import { covers, isAboutAsking, parseRule, ruleText } from '../../../src/session/approvalRules';

function isCovered(text: string, toolName: string, subject: ApprovalSubject): boolean {
  const rule = parseRule(text);
  return rule !== null && covers(rule, { canonicalName: toolName }, subject);
}

const file = (path: string): ApprovalSubject => ({ kind: 'path', path });
const host = (name: string): ApprovalSubject => ({ kind: 'host', host: name });

describe('a rule', () => {
  it.each(['Bash(npm test *)', 'Edit(src/**)', 'Web Fetch(example.com)'])('%s reads as it is written', (text) => {
    const rule = parseRule(text);
    expect(rule).not.toBeNull();
    if (rule !== null) expect(ruleText(rule)).toBe(text);
  });

  it.each(['', 'Bash', 'Bash()', 'Bash( )', '(ls)', 'ls', '12(ls)'])('%j is none', (text) => {
    expect(parseRule(text)).toBeNull();
  });

  it.each([
    ['Edit(src/**)', 'Edit', file('src/a/b.ts'), true],
    ['edit(src/**)', 'Edit', file('src/a.ts'), true],
    ['Edit(src/**)', 'Write File', file('src/a.ts'), false],
    ['Edit(src/**)', 'Edit', file('srcx/a.ts'), false],
    ['Edit(src/**)', 'Edit', file('src/.env'), true],
    ['Edit(!src/**)', 'Edit', file('lib/a.ts'), false],
    ['Edit([)', 'Edit', file('a'), false],
    ['Web Fetch(example.com)', 'Web Fetch', host('example.com'), true],
    ['Web Fetch(example.com)', 'Web Fetch', host('EXAMPLE.com'), true],
    ['Web Fetch(example.com)', 'Web Fetch', host('example.com.evil.test'), false],
    ['Web Fetch(*.example.com)', 'Web Fetch', host('docs.example.com'), true],
    ['Web Fetch(*.example.com)', 'Web Fetch', host('example.com'), false],
    ['Web Fetch(*.example.com)', 'Web Fetch', host('evilexample.com'), false],
  ] as const)('%s over %s %j: %s', (text, tool, subject, expected) => {
    expect(isCovered(text, tool, subject)).toBe(expected);
  });

  it.each([
    ['Bash(rm *)', true],
    ['web fetch(example.com)', true],
    ['Create File(src/**)', true],
    ['Read File(.env)', false],
    ['Bash(rm *', false],
    ['rm', false],
  ])('%s can hold for something: %s', (text, expected) => {
    expect(isAboutAsking(parseRule(text))).toBe(expected);
  });
});
