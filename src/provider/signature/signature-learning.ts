import type { Secret } from '../../common/secret.js';
import {
  MAX_SIGNATURE_PREFIX_LENGTH,
  type ProviderProfileValues,
  SIGNATURE_ALGORITHMS,
  SIGNATURE_ENCODINGS,
} from '../profile/provider-profile.schema.js';
import type { SignatureHeaders } from './signature-headers.js';
import { digestOf, isTimestamp, timedContent } from './signature-scheme.js';

export interface CapturedWebhook {
  readonly body: Uint8Array;
  readonly headers: SignatureHeaders;
}

/** The part of the profile's `webhookSignature` that describes how the signature is made. */
export type LearnedScheme = Pick<
  ProviderProfileValues['webhookSignature'],
  'algorithm' | 'encoding' | 'header' | 'prefix' | 'signedContent'
> &
  Partial<Pick<ProviderProfileValues['webhookSignature'], 'timestampHeader'>>;

export interface SchemeResult {
  readonly scheme: LearnedScheme;
  /** Number of captured webhooks whose signature the scheme reproduces. */
  readonly reproduced: number;
}

export interface Learning {
  readonly captured: number;
  /** Number of schemes tried. These are all that the profile can express with the captured headers. */
  readonly tried: number;
  /** Schemes that reproduce at least one signature, the best first. */
  readonly found: readonly SchemeResult[];
}

type Way = Omit<LearnedScheme, 'prefix'>;

/**
 * Finds the schemes that reproduce the signatures of captured webhooks. The text before the right digest is the prefix,
 * so prefixes need not be guessed. If prefixes differ between webhooks, each makes a scheme that reproduces some of
 * them.
 */
export function learnSchemes(webhooks: readonly CapturedWebhook[], secrets: readonly Secret[]): Learning {
  const tried = new Set<string>();
  const found = new Map<string, { scheme: LearnedScheme; reproduced: number }>();
  for (const webhook of webhooks) {
    for (const way of waysFor(webhook.headers)) {
      tried.add(JSON.stringify(way));
      const prefix = prefixOf(webhook, way, secrets);
      if (prefix === null) continue;
      const scheme: LearnedScheme = { ...way, prefix };
      const key = JSON.stringify(scheme);
      const known = found.get(key);
      if (known) known.reproduced += 1;
      else found.set(key, { scheme, reproduced: 1 });
    }
  }
  const best = [...found.values()].sort((left, right) => right.reproduced - left.reproduced);
  return { captured: webhooks.length, tried: tried.size, found: best };
}

function* waysFor(headers: SignatureHeaders): Generator<Way> {
  const names = Object.keys(headers);
  const timestampHeaders = names.filter((name) => isTimestamp(headers[name] ?? ''));
  for (const header of names) {
    for (const algorithm of SIGNATURE_ALGORITHMS) {
      for (const encoding of SIGNATURE_ENCODINGS) {
        yield { algorithm, encoding, header, signedContent: 'body' };
        for (const timestampHeader of timestampHeaders) {
          yield { algorithm, encoding, header, signedContent: 'timestamp.body', timestampHeader };
        }
      }
    }
  }
}

/** Returns the text before the digest in the header, or null if the header does not end with the digest. */
function prefixOf({ body, headers }: CapturedWebhook, way: Way, secrets: readonly Secret[]): string | null {
  const given = headers[way.header] ?? '';
  const timestamp = way.timestampHeader === undefined ? '' : (headers[way.timestampHeader] ?? '');
  const content = way.signedContent === 'body' ? [body] : timedContent(timestamp, body);
  for (const secret of secrets) {
    const digest = digestOf(way, secret, content);
    if (!given.endsWith(digest)) continue;
    const prefix = given.slice(0, given.length - digest.length);
    if (prefix.length <= MAX_SIGNATURE_PREFIX_LENGTH) return prefix;
  }
  return null;
}
