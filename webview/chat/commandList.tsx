import type { VNode } from 'preact';
import type { SlashCommand } from './slashCommands';

interface CommandListProps {
  readonly commands: readonly SlashCommand[];
  readonly active: number;
  readonly onChoose: (name: string) => void;
}

/** What `/` can become; the text area keeps the focus and names the active entry. */
export function CommandList({ commands, active, onChoose }: CommandListProps): VNode {
  return (
    <ul class="command-list" id="command-list" role="listbox" aria-label="Commands">
      {commands.map(({ name, description }, position) => (
        <li
          key={name}
          id={`command-${String(position)}`}
          class={`command ${position === active ? 'command-active' : ''}`}
          role="option"
          aria-selected={position === active}
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(name);
          }}
        >
          <code>{name}</code>
          <span class="command-description">{description}</span>
        </li>
      ))}
    </ul>
  );
}
