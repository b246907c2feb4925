/** The JSON of GoZen's documentation on compression, as users have it in their files. */
export const referenceJson = {
  enable: `{
  "compression": {
    "enabled": true,
    "threshold_tokens": 50000,
    "target_tokens": 20000,
    "summarizer_model": "claude-3-haiku-20240307",
    "preserve_recent_messages": 5,
    "tokens_per_char": 0.25
  }
}`,
  perProfile: `{
  "profiles": {
    "long-context": {
      "providers": ["anthropic"],
      "compression": { "enabled": true, "threshold_tokens": 100000, "target_tokens": 40000 }
    },
    "short-context": {
      "providers": ["openai"],
      "compression": { "enabled": false }
    }
  }
}`,
  conditional: `{
  "profiles": {
    "default": {
      "scenarios": {
        "longContext": {
          "providers": ["anthropic"],
          "compression": { "enabled": true, "threshold_tokens": 100000 }
        },
        "default": {
          "providers": ["anthropic"],
          "compression": { "enabled": false }
        }
      }
    }
  }
}`,
  stages: `{
  "compression": {
    "enabled": true,
    "stages": [
      { "threshold_tokens": 50000, "target_tokens": 30000 },
      { "threshold_tokens": 80000, "target_tokens": 40000 }
    ]
  }
}`,
  customPrompt: String.raw`{
  "compression": {
    "enabled": true,
    "custom_prompt": "Crea un resumen técnico de la siguiente conversación, enfocándote en cambios de código, decisiones y elementos de acción:\n\n{messages}\n\nResumen:"
  }
}`,
  codingSessions: `{
  "compression": {
    "enabled": true,
    "threshold_tokens": 80000,
    "target_tokens": 30000,
    "preserve_recent_messages": 10
  }
}`,
  batches: `{
  "compression": {
    "enabled": true,
    "threshold_tokens": 40000,
    "target_tokens": 15000,
    "preserve_recent_messages": 3
  }
}`,
  research: `{
  "compression": {
    "enabled": true,
    "threshold_tokens": 100000,
    "target_tokens": 40000,
    "preserve_recent_messages": 8
  }
}`,
  put: `{
  "enabled": true,
  "threshold_tokens": 60000,
  "target_tokens": 25000
}`,
} as const;
