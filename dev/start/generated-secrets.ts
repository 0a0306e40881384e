import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { createApiKey } from './api-key-token.js';
import { readIfPresent, writeSecretly } from './secret-file.js';

const randomText = (): string => randomBytes(32).toString('base64url');

const secretsSchema = z.object({
  ENCRYPTION_KEY: z.string().default(() => randomBytes(32).toString('base64')),
  PROVIDER_API_TOKEN: z.string().default(randomText),
  WEBHOOK_SECRET: z.string().default(randomText),
  ORDER_WEBHOOK_PATH_SECRET: z.string().default(randomText),
  BOOTSTRAP_API_KEY: z.string().default(createApiKey),
  APPROVER_API_KEY: z.string().default(createApiKey),
});

export type Secrets = z.infer<typeof secretsSchema>;

/**
 * Returns this checkout's secrets. They are generated at the first start and stored in `file` (0600). With other
 * secrets, earlier data could not be decrypted and saved API keys would stop working.
 * @throws Error if the file exists and is invalid; it is never replaced
 */
export async function loadSecrets(file: string): Promise<Secrets> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const kept = await readIfPresent(file);
  const secrets = parse(kept ?? '{}', file);
  const text = `${JSON.stringify(secrets, undefined, 2)}\n`;
  if (text !== kept) await writeSecretly(file, text);
  return secrets;
}

function parse(text: string, file: string): Secrets {
  try {
    return secretsSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${file} does not hold secrets. Repair it, or delete it together with the data beside it.`, {
      cause,
    });
  }
}
