import { readFile } from 'node:fs/promises';
import { askOnce, type RequestPlan } from '../load/request-plan.js';
import { RECORDING_HEADER, type RecordedRequest } from './recorded-request.js';
import { type RequestScript, type Sample, toScript } from './request-script.js';

// Enough to fill caches and open connections. Such work is done once per process, so it must not be recorded.
const WARM_UP_REQUESTS = 3;

// Two samples show which values differ. The third guards against values that are equal by chance.
const SAMPLES = 3;

export interface RecordedKind {
  readonly kind: string;
  readonly plan: RequestPlan;
}

/** Sends requests to a recording Purser and returns their bodies. */
export async function askForRecording(kinds: readonly RecordedKind[]): Promise<ReadonlyMap<string, string>> {
  const bodies = new Map<string, string>();
  for (const { kind, plan } of kinds) {
    for (let request = 0; request < WARM_UP_REQUESTS; request += 1) await askOnce(plan);
    for (let sample = 0; sample < SAMPLES; sample += 1) {
      const body = plan.nextBody();
      const name = `${kind}-${sample}`;
      bodies.set(name, body);
      await askOnce({ ...plan, nextBody: () => body, headers: { ...plan.headers, [RECORDING_HEADER]: name } });
    }
  }
  return bodies;
}

/**
 * Reads the recording after the recording process has exited.
 * @throws Error if the samples of a kind differ in shape
 */
export async function readScripts(
  file: string,
  kinds: readonly RecordedKind[],
  bodies: ReadonlyMap<string, string>,
): Promise<Readonly<Record<string, RequestScript>>> {
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  const requests = new Map(
    lines.map((line) => JSON.parse(line) as RecordedRequest).map((request) => [request.name, request]),
  );
  const samplesOf = (kind: string): Sample[] =>
    Array.from({ length: SAMPLES }, (_, sample) => {
      const name = `${kind}-${sample}`;
      const request = requests.get(name);
      if (!request) throw new Error(`${name} was not recorded`);
      return { body: bodies.get(name) ?? '', request };
    });
  return Object.fromEntries(kinds.map(({ kind }) => [kind, toScript(kind, samplesOf(kind))]));
}
