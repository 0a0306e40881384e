import { Router } from 'express';
import { z } from 'zod';

const testCardsSchema = z.object({
  rightCode: z.string(),
  testCards: z.array(z.object({ cardNumber: z.string(), does: z.string() })),
});

export function testCardRoutes(sandboxUrl: string): Router {
  const router = Router();
  router.get('/test-cards', async (_request, response) => {
    const answer = await fetch(`${sandboxUrl}/control/test-cards`);
    response.json(testCardsSchema.parse(await answer.json()));
  });
  return router;
}
