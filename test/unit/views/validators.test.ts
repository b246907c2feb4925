import { describe, expect, it, vi } from 'vitest';
import { chatValidators } from '../../../src/views/chatValidators';
import { inspectorValidators } from '../../../src/views/inspectorValidators';

vi.mock('vscode', () => ({ l10n: { t: (text: string) => text } }));

const filter = { fates: ['compacted'], roles: ['tool'], tools: ['Bash'], text: '' };

describe('what pages may send', () => {
  it.each([
    ['a row request', () => inspectorValidators.rows({ filter, from: 0, count: 100 })],
    ['a call without parameters', () => inspectorValidators.snapshot(undefined)],
    ['a proposal', () => inspectorValidators.compact({ skip: ['results'], pin: [3] })],
    ['a decision by its id', () => inspectorValidators.decision({ id: 'd1' })],
    ['a message', () => chatValidators.send({ text: 'read README.md' })],
    ['opening the inspector anywhere', () => chatValidators.openInspector({ index: null })],
  ])('takes %s', (_what, check) => {
    expect(check).not.toThrow();
  });

  it.each([
    [
      'a fate that is none',
      () => inspectorValidators.rows({ filter: { ...filter, fates: ['lost'] }, from: 0, count: 1 }),
    ],
    ['more rows than a window', () => inspectorValidators.rows({ filter, from: 0, count: 1e6 })],
    ['an index that is no index', () => inspectorValidators.detail({ index: -1 })],
    ['an index with a fraction', () => inspectorValidators.detail({ index: 1.5 })],
    ['a batch that is none', () => inspectorValidators.preview({ skip: ['everything'], pin: [] })],
    ['a pin that is no index', () => inspectorValidators.compact({ skip: [], pin: [-1] })],
    ['a proposal without pins', () => inspectorValidators.preview({ skip: [] })],
    ['an index as text', () => inspectorValidators.openOriginal({ index: '1' })],
    ['no parameters where some are needed', () => inspectorValidators.detail(undefined)],
    ['an empty message', () => chatValidators.send({ text: '' })],
    ['an answer that is none', () => chatValidators.answerApproval({ id: 'a', answer: 'maybe', reason: '' })],
    ['a command that is none', () => chatValidators.runAction({ command: 'workbench.action.quit' })],
  ])('refuses %s', (_what, check) => {
    expect(check).toThrow(/not valid/);
  });
});
