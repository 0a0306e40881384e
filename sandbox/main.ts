import { readProcessSettings } from './process-settings.js';
import { startSandbox } from './sandbox.js';

try {
  const sandbox = await startSandbox(readProcessSettings(process.env));
  console.log(`Provider sandbox on ${sandbox.url}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
