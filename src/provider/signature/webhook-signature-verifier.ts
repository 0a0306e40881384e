import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import type { Secret } from '../../common/secret.js';
import { ProviderProfile } from '../profile/provider-profile.js';
import { digestOf, isTimestamp, timedContent } from './signature-scheme.js';

/** Injection token for the webhook secrets: usually one, and during a rotation the new and the old one. */
export const WEBHOOK_SECRETS = Symbol('WEBHOOK_SECRETS');

/** A webhook as received and unparsed, because the same JSON in another spelling has another signature. */
export interface SignedWebhook {
  readonly headers: IncomingHttpHeaders;
  readonly body: Uint8Array;
  readonly receivedAt: Date;
}

export const SIGNATURE_VERDICTS = [
  'valid',
  /** The signature was not made with one of our secrets, or its time is too far from the receipt. */
  'invalid',
  /** A required header is missing. */
  'missing',
  /** No secret is configured. */
  'not_configured',
] as const;
export type SignatureVerdict = (typeof SIGNATURE_VERDICTS)[number];

/**
 * Verifies that a webhook was signed with one of our secrets, by the profile's scheme.
 *
 * The scheme is undocumented, so the profile's `mode` decides what happens to a webhook without a valid signature, and
 * even a valid one is only a hint of what to read back.
 */
@Injectable()
export class WebhookSignatureVerifier {
  constructor(
    private readonly profile: ProviderProfile,
    @Inject(WEBHOOK_SECRETS) private readonly secrets: readonly Secret[],
  ) {}

  /** Never throws, whatever the webhook contains. */
  verify({ headers, body, receivedAt }: SignedWebhook): SignatureVerdict {
    const scheme = this.profile.webhookSignature;
    const isTimed = scheme.signedContent === 'timestamp.body';
    const given = headers[scheme.header];
    const timestamp = isTimed ? headers[scheme.timestampHeader] : '';
    if (this.secrets.length === 0) return 'not_configured';
    if (given === undefined || timestamp === undefined) return 'missing';
    // Node joins a repeated header into one string, which matches no signature; only a few known headers come as an
    // array.
    if (typeof given !== 'string' || typeof timestamp !== 'string') return 'invalid';
    if (isTimed && !this.isRecent(timestamp, receivedAt)) return 'invalid';

    const content = isTimed ? timedContent(timestamp, body) : [body];
    // Tries every secret, so that the response time does not reveal which one matches.
    const matches = this.secrets.filter((secret) => isSame(given, this.sign(secret, content)));
    return matches.length > 0 ? 'valid' : 'invalid';
  }

  private sign(secret: Secret, content: readonly (string | Uint8Array)[]): string {
    const scheme = this.profile.webhookSignature;
    return scheme.prefix + digestOf(scheme, secret, content);
  }

  /** Whether the text is a time in whole seconds within the profile's tolerance. */
  private isRecent(timestamp: string, receivedAt: Date): boolean {
    if (!isTimestamp(timestamp)) return false;
    const seconds = Math.abs(receivedAt.getTime() / 1_000 - Number(timestamp));
    return seconds <= this.profile.webhookSignature.timestampToleranceSeconds;
  }
}

// Compares the strings rather than the decoded bytes, because Node's decoders skip invalid characters. The length is
// not secret, and `timingSafeEqual` throws if the lengths differ.
function isSame(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
