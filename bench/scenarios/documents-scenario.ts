import { readResidentMegabytes } from '../../dev/processes/resident-memory.js';
import { askTimes } from '../load/load-round.js';
import type { RequestPlan } from '../load/request-plan.js';
import type { Stage } from '../stage/bench-stage.js';

/** Purser's memory after this many requests, in MiB. */
export interface DocumentsFigure {
  readonly requests: number;
  readonly resident: number;
}

/** Number of different documents, more than Purser caches. */
export const DOCUMENTS = 10_000;

const POINTS = 10;

export async function measureDocuments(stage: Stage, requests: number): Promise<DocumentsFigure[]> {
  const purser = await stage.startPurser();
  let asked = 0;
  const plan: RequestPlan = {
    method: 'POST',
    url: `${purser.url}/graphql`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${stage.operatorKey}` },
    nextBody: () => {
      asked += 1;
      return JSON.stringify({ query: `{ page${asked % DOCUMENTS}: orders(first: 2) { nodes { id status amount } } }` });
    },
    isRight: (body) => body.startsWith('{"data":{"page') && body.includes('"amount"'),
  };
  const figures: DocumentsFigure[] = [];
  for (let point = 1; point <= POINTS; point += 1) {
    await askTimes(plan, Math.round(requests / POINTS));
    figures.push({ requests: asked, resident: await readResidentMegabytes(purser.pid) });
  }
  await purser.stop();
  return figures;
}
