import { Field, ID, InputType } from '@nestjs/graphql';
import { Id } from '../../graphql/validation/id.decorator.js';
import { Reason } from '../../graphql/validation/text.decorator.js';

@InputType('ReplayWebhookEventInput', { description: 'Which webhook to deal with again, and why.' })
export class ReplayWebhookEventInput {
  @Field(() => ID, { description: 'The webhook event.' })
  @Id()
  eventId: string;

  @Field(() => String, { nullable: true, description: 'Why; kept in the audit log.' })
  @Reason()
  reason?: string | null;
}
