import { faultRuleSchema } from '../faults/fault-rule.schema.js';
import type { ArmedFault, FaultShelf } from '../faults/fault-shelf.js';
import { jsonAnswer, refusalAnswer } from '../http/answer.js';
import { problemAnswer } from '../http/problem-answer.js';
import type { Route } from '../http/route.js';

export function faultRoutes({ faults }: { faults: FaultShelf }): Route[] {
  return [
    {
      method: 'post',
      path: '/control/faults',
      booked: false,
      respond: async ({ readJson }) => {
        const rule = faultRuleSchema.safeParse(await readJson());
        return rule.success
          ? jsonAnswer({ status: 201, body: { id: faults.add(rule.data).id } })
          : problemAnswer(rule.error);
      },
    },
    {
      method: 'get',
      path: '/control/faults',
      booked: false,
      respond: () => jsonAnswer({ status: 200, body: { faults: faults.list().map(viewFault) } }),
    },
    {
      method: 'delete',
      path: '/control/faults',
      booked: false,
      respond: () => {
        faults.removeAll();
        return jsonAnswer({ status: 200, body: { faults: [] } });
      },
    },
    {
      method: 'delete',
      path: '/control/faults/{faultId}',
      booked: false,
      respond: ({ param }) =>
        faults.remove(param('faultId'))
          ? jsonAnswer({ status: 200, body: { faults: faults.list().map(viewFault) } })
          : refusalAnswer({ status: 404, message: 'There is no such fault; it may have hit for the last time.' }),
    },
  ];
}

function viewFault({ id, rule, remaining }: ArmedFault) {
  return { id, ...rule, remaining };
}
