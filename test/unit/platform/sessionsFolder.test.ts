import { describe, expect, it, vi } from 'vitest';
import { Uri } from 'vscode';
import { sessionsFolder } from '../../../src/platform/sessionsFolder';

vi.mock('vscode', () => {
  class FakeUri {
    constructor(private readonly text: string) {}
    static parse(text: string): FakeUri {
      return new FakeUri(text);
    }
    static joinPath(base: FakeUri, ...segments: string[]): FakeUri {
      return new FakeUri([base.text, ...segments].join('/'));
    }
    toString(): string {
      return this.text;
    }
  }
  return { Uri: FakeUri };
});

const storage = Uri.parse('file:///storage');
const place = (folder: string | undefined): string =>
  sessionsFolder(storage, folder === undefined ? undefined : Uri.parse(folder)).toString();

describe('the folder of the sessions', () => {
  it('depends on the folder of the workspace only', () => {
    expect(place('file:///a')).toBe(place('file:///a'));
    expect(place('file:///a')).not.toBe(place('file:///b'));
    expect(place('file:///a')).toMatch(/^file:\/\/\/storage\/sessions\/[0-9a-f]{32}$/);
  });

  it('has a place for a window without a folder', () => {
    expect(place(undefined)).toBe('file:///storage/sessions/none');
  });
});
