/**
 * The only file that knows the control library. Another library takes its place here, as long as these components keep
 * their properties.
 */
import {
  provideVSCodeDesignSystem,
  vsCodeButton,
  vsCodeCheckbox,
  vsCodeDropdown,
  vsCodeOption,
  vsCodePanels,
  vsCodePanelTab,
  vsCodePanelView,
  vsCodeProgressRing,
  vsCodeTextField,
} from '@vscode/webview-ui-toolkit';
import { h, type ComponentChildren, type VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

provideVSCodeDesignSystem().register(
  vsCodeButton(),
  vsCodeCheckbox(),
  vsCodeDropdown(),
  vsCodeOption(),
  vsCodePanels(),
  vsCodePanelTab(),
  vsCodePanelView(),
  vsCodeProgressRing(),
  vsCodeTextField(),
);

/** Properties of a custom element: the types of `h` know those of HTML only. */
type ElementProperties = Readonly<Record<string, unknown>>;

function element(tag: string, properties: ElementProperties, ...children: ComponentChildren[]): VNode {
  return h(tag, properties as Parameters<typeof h>[1], ...children);
}

interface ButtonProps {
  readonly appearance?: 'primary' | 'secondary' | 'icon';
  readonly children: ComponentChildren;
  /** Name for screen readers and tooltip; needed when the children are only an icon. */
  readonly label?: string;
  /** Key that does the same, as it is shown; left out for none. */
  readonly shortcut?: string;
  readonly disabled?: boolean;
  readonly class?: string;
  readonly onClick: () => void;
}

export function Button(props: ButtonProps): VNode {
  const { appearance = 'secondary', children, label, shortcut, disabled = false, ...rest } = props;
  const named = label === undefined ? {} : { 'aria-label': label, title: label };
  const keyed = shortcut === undefined ? {} : { 'aria-keyshortcuts': shortcut, title: shortcut };
  return element('vscode-button', { ...rest, appearance, disabled, ...keyed, ...named }, children);
}

export interface DropdownOption {
  readonly value: string;
  readonly label: string;
}

interface DropdownProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly DropdownOption[];
  readonly class?: string;
  readonly onChange: (value: string) => void;
}

export function Dropdown({ label, value, options, class: className = '', onChange }: DropdownProps): VNode {
  const dropdown = useRef<HTMLElement & { value: string }>(null);
  useLayoutEffect(() => {
    // The element takes a value only once it has taken its options in, which it does a frame after they are slotted.
    const set = (): void => {
      if (dropdown.current !== null && dropdown.current.value !== value) dropdown.current.value = value;
    };
    set();
    const frame = requestAnimationFrame(set);
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [value, options]);
  return element(
    'vscode-dropdown',
    {
      // The element shows the label of its value as it was when the value was set: another label needs another element.
      key: JSON.stringify(options.map((option) => option.label)),
      ref: dropdown,
      class: className,
      'aria-label': label,
      title: label,
      onChange: () => {
        const chosen = dropdown.current?.value;
        if (chosen !== undefined && chosen !== value) onChange(chosen);
      },
    },
    options.map((option) => element('vscode-option', { key: option.value, value: option.value }, option.label)),
  );
}

interface CheckboxProps {
  readonly checked: boolean;
  /** The label. */
  readonly children: ComponentChildren;
  readonly onChange: (checked: boolean) => void;
}

export function Checkbox({ checked, children, onChange }: CheckboxProps): VNode {
  return element(
    'vscode-checkbox',
    {
      checked,
      // The element also tells of changes that come from here.
      onChange: (event: Event) => {
        const chosen = (event.currentTarget as HTMLInputElement).checked;
        if (chosen !== checked) onChange(chosen);
      },
    },
    children,
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly children?: ComponentChildren;
  readonly class?: string;
  readonly onInput: (value: string) => void;
}

export function TextField({ label, children, onInput, ...rest }: TextFieldProps): VNode {
  const field = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // When it is put into the page the element takes its content for its name, and that may be an icon.
    field.current?.setAttribute('aria-label', label);
  }, [label]);
  return element(
    'vscode-text-field',
    {
      ...rest,
      ref: field,
      onInput: (event: Event) => {
        onInput((event.currentTarget as HTMLInputElement).value);
      },
    },
    children,
  );
}

export function ProgressRing({ label }: { readonly label: string }): VNode {
  const ring = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // When it is put into the page the element calls itself "Loading".
    ring.current?.setAttribute('aria-label', label);
  }, [label]);
  return element('vscode-progress-ring', { ref: ring });
}

interface Tab {
  readonly id: string;
  readonly label: ComponentChildren;
}

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly active: string;
  readonly onChange: (id: string) => void;
  /** Content of the active tab; the others are empty until chosen. */
  readonly children: ComponentChildren;
}

export function Tabs({ label, tabs, active, onChange, children }: TabsProps): VNode {
  return element(
    'vscode-panels',
    {
      'aria-label': label,
      activeid: `tab-${active}`,
      onChange: (event: Event) => {
        const chosen = (event.currentTarget as HTMLElement & { activeid: string }).activeid.slice('tab-'.length);
        if (chosen !== active && tabs.some(({ id }) => id === chosen)) onChange(chosen);
      },
    },
    tabs.map((tab) => element('vscode-panel-tab', { key: tab.id, id: `tab-${tab.id}` }, tab.label)),
    tabs.map((tab) =>
      element(
        'vscode-panel-view',
        { key: `view-${tab.id}`, id: `view-${tab.id}` },
        tab.id === active ? children : null,
      ),
    ),
  );
}
