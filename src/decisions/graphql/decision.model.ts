import { Field, ID, ObjectType } from '@nestjs/graphql';
import type { Facts } from '../../audit/audit-entry.js';
import { DateTimeScalar } from '../../graphql/scalars/date-time.scalar.js';
import { wordEnum } from '../../graphql/word-enum.js';
import type { DecisionKind, DecisionRecord } from '../decision.js';

const DecisionKindEnum = wordEnum<DecisionKind>({
  name: 'DecisionKind',
  description: 'What takes two people.',
  words: {
    PAYOUT_GATE: 'To open the payout gate.',
    PAYOUT_POLICY: 'To set or remove how many people approve payouts.',
    PAYOUT_LIMIT: 'To set or remove a limit of payouts.',
    TERMINAL_PROFILE: "To describe an account's terminal.",
    UNCONFIRMED_PAYOUT: 'To bind or close a payout nobody can know of.',
  },
});

@ObjectType('DecisionFact', { description: 'One thing that a decision would make so.' })
export class DecisionFactModel {
  @Field(() => String, { description: 'What it is, by its name in the mutation.' })
  name: string;

  @Field(() => String, {
    nullable: true,
    description: 'What it would be; null for nothing, or for what it is already.',
  })
  value: string | null;
}

@ObjectType('Decision', {
  description: 'What one person proposed and another confirms by the same mutation, with the same content.',
})
export class DecisionModel {
  @Field(() => ID, { description: "Purser's id of the decision." })
  id: string;

  @Field(() => DecisionKindEnum, { description: 'What it is about.' })
  kind: DecisionKind;

  @Field(() => String, { description: 'Which one of its kind it is about: an id, or what tells it from others.' })
  subject: string;

  @Field(() => [DecisionFactModel], { description: 'All that takes effect once it is confirmed.' })
  content: DecisionFactModel[];

  @Field(() => String, { description: 'Why, in the words of whoever proposed it.' })
  reason: string;

  @Field(() => ID, { description: 'The API key that proposed it, which cannot confirm it.' })
  proposedBy: string;

  @Field(() => DateTimeScalar, { description: 'When it was proposed.' })
  proposedAt: Date;

  @Field(() => DateTimeScalar, { description: 'Until when it can be confirmed.' })
  expiresAt: Date;
}

export function toDecisionModel({ content, ...decision }: DecisionRecord): DecisionModel {
  return { ...decision, content: Object.entries(content).map(([name, value]) => ({ name, value: toText(value) })) };
}

function toText(value: Facts[string]): string | null {
  if (value === null) return null;
  return typeof value === 'object' ? value.join('; ') : String(value);
}
