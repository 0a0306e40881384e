import '../../platform/config/node-env.js';
import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { ConfigError, loadConfig } from '../../platform/config/config.js';
import { loadProviderProfile } from '../../provider/profile/provider-profile-loader.js';
import { ProviderProfileError } from '../../provider/profile/provider-profile.js';
import { learnSchemes } from '../../provider/signature/signature-learning.js';
import { CaptureFileError, captureFromDatabase, captureFromFile } from './captured-webhooks.js';
import { isLearned, renderLearning } from './learning-report.js';

// One signature that a scheme reproduces is proof enough, so a hundred are plenty.
const MAX_CAPTURED = 100;

const USAGE = 'Usage: webhook-learn [--file <JSON lines of { "body": "<base64>", "signature": "…" }>]';

/**
 * Finds out from stored webhooks how the provider signs them. Reads Purser's settings and database, and changes
 * nothing.
 * @returns the exit code: 0 if one scheme reproduces every signature, 1 if none does, 2 if there is nothing to try
 */
async function main(): Promise<number> {
  const file = fileArgument();
  const config = loadConfig();
  const profile = loadProviderProfile(config.provider.profileFile);
  const webhooks = file === null ? await captureFromDatabase(config, MAX_CAPTURED) : captureFromFile(file, profile);
  if (webhooks.length === 0) {
    process.stderr.write('No webhook with a signature was captured, or the bodies were purged.\n');
    return 2;
  }
  const learning = learnSchemes(webhooks, config.payouts.webhookSecrets);
  process.stdout.write(renderLearning(learning, profile));
  return isLearned(learning) ? 0 : 1;
}

function fileArgument(): string | null {
  try {
    return parseArgs({ options: { file: { type: 'string' } } }).values.file ?? null;
  } catch {
    throw new CaptureFileError(USAGE);
  }
}

main().then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error: unknown) => {
    // The messages of these errors never contain a value; those of other errors might.
    const isWorded =
      error instanceof ConfigError || error instanceof ProviderProfileError || error instanceof CaptureFileError;
    process.stderr.write(`${isWorded ? error.message : 'The captured webhooks could not be read'}\n`);
    process.exitCode = 2;
  },
);
