import { describe, expect, it } from 'vitest';
import type { Message } from '../../../../src/engine/message';
import { messageTitle } from '../../../../src/worker/readModel/titles';
import { toolCallTitle } from '../../../../src/worker/readModel/toolCallTitle';

function titleOf(message: Partial<Message>): string {
  return messageTitle({ id: 'm', role: 'user', parts: [], ...message }, null);
}

function callTitle(name: string, args: unknown): string {
  const text = typeof args === 'string' ? args : JSON.stringify(args);
  return toolCallTitle({ type: 'toolCall', id: 'c', name, arguments: text });
}

describe('messageTitle', () => {
  it('is one line without control characters', () => {
    expect(titleOf({ parts: [{ type: 'text', text: '\n  first\r\n\tsecond\u0007 \u202ethird\u2028end' }] })).toBe(
      'first second third end',
    );
  });

  it('has at most 200 characters and never ends in half a surrogate pair', () => {
    for (const shift of ['', 'a']) {
      const title = titleOf({ parts: [{ type: 'text', text: `${shift}${'😀'.repeat(300)}` }] });
      expect(title.length).toBeLessThanOrEqual(200);
      // Throws for half a surrogate pair.
      expect(() => encodeURIComponent(title)).not.toThrow();
      expect(title.endsWith('…')).toBe(true);
    }
  });

  it('names the tools a reply calls behind what it says', () => {
    const title = titleOf({
      role: 'assistant',
      parts: [
        { type: 'text', text: 'Let me look.' },
        { type: 'toolCall', id: '1', name: 'Read File', arguments: '{"path":"src/a.ts"}' },
        { type: 'toolCall', id: '2', name: 'Bash', arguments: '{"command":"npm test"}' },
      ],
    });
    expect(title).toBe('Let me look. · src/a.ts, Bash npm test');
  });

  it('says what a message without text is', () => {
    expect(titleOf({})).toBe('(empty)');
    expect(titleOf({ parts: [{ type: 'media', kind: 'image', mediaType: 'image/png', data: 'AA==' }] })).toBe(
      '[image image/png]',
    );
    expect(titleOf({ role: 'assistant', parts: [{ type: 'thinking', text: 'hm' }] })).toBe('(thinking) hm');
  });
});

describe('toolCallTitle', () => {
  it('shows the argument that tells most', () => {
    expect(callTitle('Edit', { old_string: 'a', file_path: 'src/b.ts' })).toBe('Edit src/b.ts');
    expect(callTitle('shell', { command: ['ls', '-l'] })).toBe('shell ls -l');
    expect(callTitle('Todo', { items: [] })).toBe('Todo');
  });

  it('shows arguments that are no JSON as they are', () => {
    expect(callTitle('apply_patch', '*** Begin\nUpdate')).toBe('apply_patch *** Begin Update');
  });

  it('finds the path in arguments too long to be parsed', () => {
    expect(callTitle('Write File', { path: 'src/"big".ts', content: 'x'.repeat(100_000) })).toBe(
      'Write File src/"big".ts',
    );
    expect(callTitle('Write File', { content: 'x'.repeat(100_000), path: 'src/late.ts' })).toBe('Write File');
  });
});
