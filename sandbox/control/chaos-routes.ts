import { chaosSchema } from '../faults/chaos.schema.js';
import type { FaultShelf } from '../faults/fault-shelf.js';
import { jsonAnswer } from '../http/answer.js';
import { problemAnswer } from '../http/problem-answer.js';
import type { Route } from '../http/route.js';

export function chaosRoutes({ faults }: { faults: FaultShelf }): Route[] {
  return [
    {
      method: 'post',
      path: '/control/chaos',
      booked: false,
      respond: async ({ readJson }) => {
        const plan = chaosSchema.safeParse(await readJson());
        if (!plan.success) return problemAnswer(plan.error);
        faults.startChaos(plan.data);
        return jsonAnswer({ status: 201, body: plan.data });
      },
    },
    {
      method: 'delete',
      path: '/control/chaos',
      booked: false,
      respond: () => {
        faults.endChaos();
        return jsonAnswer({ status: 200, body: { ended: true } });
      },
    },
  ];
}
