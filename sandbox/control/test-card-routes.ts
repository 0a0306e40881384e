import { rightCode, testCards } from '../cards/test-card.table.js';
import { jsonAnswer } from '../http/answer.js';
import type { Route } from '../http/route.js';

export function testCardRoutes(): Route[] {
  const listed = testCards.map(({ name, cardNumber, does, inOrder }) => ({ name, cardNumber, does, inOrder }));
  return [
    {
      method: 'get',
      path: '/control/test-cards',
      booked: false,
      respond: () => jsonAnswer({ status: 200, body: { rightCode, testCards: listed } }),
    },
  ];
}
