import type { SettingDefinition } from './settingDefinition';

/** The local gateway for other agents; part of the table of every setting. */
export const gatewaySettings = {
  'gateway.enabled': {
    type: 'boolean',
    default: false,
    category: 'Gateway',
    order: 1,
    scope: 'application',
    markdownDescription:
      'Start the gateway with VS Code: a local server that compresses the context of other agents, such as Claude Code, Codex or aider, and shows their sessions here. *Strata: Start Gateway* starts it by hand.',
  },
  'gateway.port': {
    type: 'integer',
    default: 19_840,
    minimum: 1024,
    maximum: 65_535,
    category: 'Gateway',
    order: 2,
    scope: 'application',
    markdownDescription: 'Port on `127.0.0.1`. If it is taken, the next free one is used, and said.',
  },
  'gateway.openaiUpstream': {
    type: 'string',
    format: 'url',
    default: 'https://api.openai.com/v1',
    category: 'Gateway',
    order: 3,
    scope: 'application',
    markdownDescription:
      'Server that answers `/v1/chat/completions`, `/v1/responses` and everything else that is not Anthropic’s. Its key is kept with *Strata: Set API Key for the Gateway*.',
    tags: ['usesOnlineServices'],
  },
  'gateway.anthropicUpstream': {
    type: 'string',
    format: 'url',
    default: 'https://api.anthropic.com/v1',
    category: 'Gateway',
    order: 4,
    scope: 'application',
    markdownDescription: 'Server that answers `/v1/messages` and every request with the header `anthropic-version`.',
    tags: ['usesOnlineServices'],
  },
  'gateway.compressWhenFull': {
    type: 'boolean',
    default: true,
    category: 'Gateway',
    order: 5,
    scope: 'application',
    markdownDescription:
      'Layers 1 and 2 act on a request before it would no longer fit into the window, whatever `#strata.compression.enabled#` says.',
  },
  'gateway.patienceSeconds': {
    type: 'integer',
    default: 30,
    minimum: 0,
    maximum: 600,
    category: 'Gateway',
    order: 6,
    scope: 'application',
    markdownDescription:
      'Seconds a request waits for its summary. After that it goes on as it is, and the summary goes into a later one. `0` never waits.',
  },
  'gateway.otlpEndpoint': {
    type: 'string',
    default: '',
    category: 'Gateway',
    order: 7,
    scope: 'application',
    markdownDescription:
      'Address of an OpenTelemetry collector, such as `http://127.0.0.1:4318`. Every request is told there as a span by the conventions for generative AI: model, tokens, cost of compression, and no content. Empty sends nothing.',
    tags: ['usesOnlineServices'],
  },
} as const satisfies Record<string, SettingDefinition>;
