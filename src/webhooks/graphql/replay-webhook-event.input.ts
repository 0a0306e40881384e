import { Field, ID, InputType } from '@nestjs/graphql';

@InputType('ReplayWebhookEventInput', { description: 'Which webhook to deal with again, and why.' })
export class ReplayWebhookEventInput {
  @Field(() => ID, { description: 'The webhook event.' })
  eventId: string;

  @Field(() => String, { nullable: true, description: 'Why; kept in the audit log.' })
  reason?: string | null;
}
