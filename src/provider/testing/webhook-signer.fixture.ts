import { createHmac } from 'node:crypto';
import type { ProviderProfileValues } from '../profile/provider-profile.schema.js';

interface WebhookToSign {
  readonly scheme: ProviderProfileValues['webhookSignature'];
  readonly secret: string;
  readonly body: string | Uint8Array;
  /** Time in whole seconds, for a scheme that signs it. */
  readonly timestamp?: string;
}

/** Returns the headers that a provider with this scheme and secret would send. */
export function signWebhook({ scheme, secret, body, timestamp }: WebhookToSign): Record<string, string> {
  const content = scheme.signedContent === 'body' ? [body] : [`${timestamp ?? ''}.`, body];
  const hmac = createHmac(scheme.algorithm.replace('hmac-', ''), secret);
  for (const part of content) hmac.update(part);
  return {
    [scheme.header]: scheme.prefix + hmac.digest(scheme.encoding),
    ...(timestamp === undefined ? {} : { [scheme.timestampHeader]: timestamp }),
  };
}
