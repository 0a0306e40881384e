import { Router } from 'express';
import { z } from 'zod';

const testCardsSchema = z.object({
  rightCode: z.string(),
  testCards: z.array(z.object({ cardNumber: z.string(), does: z.string() })),
});

/** The sandbox's test cards, for the page to offer. No real shop has this. */
export function testCardRoutes(sandboxUrl: string): Router {
  const router = Router();
  router.get('/test-cards', async (_request, response) => {
    const answer = await fetch(`${sandboxUrl}/control/test-cards`);
    response.json(testCardsSchema.parse(await answer.json()));
  });
  return router;
}
