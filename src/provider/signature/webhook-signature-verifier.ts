import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { Secret } from '../../common/secret.js';
import { ProviderProfile } from '../profile/provider-profile.js';
import { digestOf, isTimestamp, timedContent } from './signature-scheme.js';

/** Injection token of the webhook secrets: the new and the old one during a rotation. */
export const WEBHOOK_SECRETS = Symbol('WEBHOOK_SECRETS');

/** A webhook as received, unparsed: another spelling of the same JSON has another signature. */
export interface SignedWebhook {
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
  readonly receivedAt: Date;
}

export const SIGNATURE_VERDICTS = [
  'valid',
  /** No secret of Purser made the signature, or its time is not recent. */
  'invalid',
  /** A required header is missing. */
  'missing',
  /** There is no secret to verify with. */
  'not_configured',
] as const;
export type SignatureVerdict = (typeof SIGNATURE_VERDICTS)[number];

/**
 * Verifies that a webhook was signed with one of our secrets, by the scheme of the profile.
 *
 * It decides nothing else: the scheme is undocumented, so the profile's `mode` says what happens to a webhook without a
 * valid signature, and even a valid one is only a hint of what to read back.
 */
@Injectable()
export class WebhookSignatureVerifier {
  constructor(
    private readonly profile: ProviderProfile,
    @Inject(WEBHOOK_SECRETS) private readonly secrets: readonly Secret[],
  ) {}

  /** Never throws, whatever the sender wrote. */
  verify({ headers, body, receivedAt }: SignedWebhook): SignatureVerdict {
    const scheme = this.profile.webhookSignature;
    const isTimed = scheme.signedContent === 'timestamp.body';
    const given = headers[scheme.header];
    const timestamp = isTimed ? headers[scheme.timestampHeader] : '';
    if (this.secrets.length === 0) return 'not_configured';
    if (given === undefined || timestamp === undefined) return 'missing';
    // Node joins a repeated header to one text, which equals no signature; only some known headers come as a list.
    if (typeof given !== 'string' || typeof timestamp !== 'string') return 'invalid';
    if (isTimed && !this.isRecent(timestamp, receivedAt)) return 'invalid';

    const content = isTimed ? timedContent(timestamp, body) : [body];
    // Tries every secret, so the time does not reveal which one is in use.
    const matches = this.secrets.filter((secret) => isSame(given, this.sign(secret, content)));
    return matches.length > 0 ? 'valid' : 'invalid';
  }

  private sign(secret: Secret, content: readonly (string | Uint8Array)[]): string {
    const scheme = this.profile.webhookSignature;
    return scheme.prefix + digestOf(scheme, secret, content);
  }

  /** Whether the text is a time in whole seconds, within the profile's tolerance. */
  private isRecent(timestamp: string, receivedAt: Date): boolean {
    if (!isTimestamp(timestamp)) return false;
    const seconds = Math.abs(receivedAt.getTime() / 1_000 - Number(timestamp));
    return seconds <= this.profile.webhookSignature.timestampToleranceSeconds;
  }
}

// Compares the texts rather than the decoded bytes, because Node's decoders skip invalid characters. The length is not
// secret, and `timingSafeEqual` throws if lengths differ.
function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
