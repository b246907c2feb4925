import type { VNode } from 'preact';
import { Icon } from '../ui/icon';
import { Button } from '../ui/toolkit';
import { matchingCommands } from './slashCommands';

/** The answer to `/help`. */
export function HelpCard({ onClose }: { readonly onClose: () => void }): VNode {
  return (
    <section class="help" aria-label="Help">
      <div class="help-head">
        <h2>What can be typed here</h2>
        <Button appearance="icon" label="Close help" onClick={onClose}>
          <Icon name="close" />
        </Button>
      </div>
      <dl class="help-list">
        {matchingCommands('/').map(({ name, description }) => (
          <div key={name} class="help-entry">
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
        <div class="help-entry">
          <dt>
            <code>@</code>
          </dt>
          <dd>Attach a file</dd>
        </div>
        <div class="help-entry">
          <dt>Enter</dt>
          <dd>Send</dd>
        </div>
        <div class="help-entry">
          <dt>Shift+Enter</dt>
          <dd>New line</dd>
        </div>
      </dl>
    </section>
  );
}
