import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { Config } from '../../platform/config/config.js';
import { askOnce } from '../../platform/database/connection/ask-once.js';
import { FieldCipher, UnsealError } from '../../platform/database/encryption/field-cipher.js';
import type { ProviderProfile } from '../../provider/profile/provider-profile.js';
import type { SignatureHeaders } from '../../provider/signature/signature-headers.js';
import type { CapturedWebhook } from '../../provider/signature/signature-learning.js';
import { bodyColumn, signatureColumn } from '../persistence/webhook-event-columns.js';

/** The capture file cannot be used. The message names the line, never its content. */
export class CaptureFileError extends Error {
  override readonly name = 'CaptureFileError';
}

interface Row {
  readonly id: string;
  readonly body_sha256: Buffer;
  readonly sealed_body: Buffer;
  readonly sealed_signature: Buffer;
}

const capturedLine = z.strictObject({
  body: z.base64().transform((text) => Buffer.from(text, 'base64')),
  signature: z.string().min(1),
  timestamp: z.string().min(1).optional(),
});

/** Returns the newest payout webhooks that have a possible signature and whose bodies are still stored. */
export async function captureFromDatabase(config: Config, limit: number): Promise<CapturedWebhook[]> {
  const cipher = new FieldCipher(config);
  const rows = await askOnce<Row>(
    { connectionString: config.database.url.reveal(), application_name: 'purser-learn' },
    `SELECT id, body_sha256, sealed_body, sealed_signature FROM webhook_events
     WHERE source = 'PAYOUTS' AND sealed_body IS NOT NULL AND sealed_signature IS NOT NULL
     ORDER BY first_received_at DESC, id DESC LIMIT $1`,
    [limit],
  );
  return rows.flatMap((row) => openIfReadable(cipher, row) ?? []);
}

/** Decrypts a stored webhook; null if its encryption key is lost, because the other webhooks are enough. */
function openIfReadable(cipher: FieldCipher, row: Row): CapturedWebhook | null {
  try {
    return {
      body: cipher.unseal(row.sealed_body, bodyColumn(row.id)),
      headers: JSON.parse(
        cipher.unseal(row.sealed_signature, signatureColumn(row.body_sha256)).toString(),
      ) as SignatureHeaders,
    };
  } catch (error) {
    if (!(error instanceof UnsealError)) throw error;
    return null;
  }
}

/**
 * Reads webhooks from a file with one JSON object per line: `body` in base64, `signature`, and `timestamp` if one was
 * sent. Uses the header names from the provider profile.
 * @throws CaptureFileError
 */
export function captureFromFile(file: string, profile: ProviderProfile): CapturedWebhook[] {
  const { header, timestampHeader } = profile.webhookSignature;
  return readLines(file).map(({ line, number }) => {
    const parsed = capturedLine.safeParse(parseJson(line));
    if (!parsed.success) {
      throw new CaptureFileError(`Line ${number} is not { "body": "<base64>", "signature": "…", "timestamp": "…" }`);
    }
    const { body, signature, timestamp } = parsed.data;
    const time = timestamp === undefined ? {} : { [timestampHeader]: timestamp };
    return { body, headers: { [header]: signature, ...time } };
  });
}

function readLines(file: string): { readonly line: string; readonly number: number }[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new CaptureFileError('The file cannot be read');
  }
  const lines = text.split('\n').map((line, at) => ({ line, number: at + 1 }));
  return lines.filter(({ line }) => line.trim() !== '');
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
