import { SetMetadata } from '@nestjs/common';

export const REFUSES_INPUT = 'purser:refuses-input';

/** The payload but for the problems found so far, which go before those that are added here. */
type Refused<Payload extends { userErrors: unknown }> = Omit<Payload, 'userErrors'> & Partial<Payload>;

/**
 * Says what a mutation answers beside `userErrors` when its input breaks the rules of its class. Its body does not run.
 *
 * @param answer given the input as GraphQL parsed it, and the resolver for what must be looked up; rules across fields,
 *   which the body would have found, are added as its `userErrors`
 */
export function RefusesInput<Payload extends { userErrors: unknown }>(
  // Each takes the classes of its own mutation.
  answer: (input: never, resolver: never) => Refused<Payload> | Promise<Refused<Payload>>,
): MethodDecorator {
  return SetMetadata(REFUSES_INPUT, answer);
}
