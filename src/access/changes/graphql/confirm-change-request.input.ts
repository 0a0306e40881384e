import { Field, ID, InputType } from '@nestjs/graphql';
import { DomainRule } from '../../../graphql/validation/domain-rule.decorator.js';
import { Id } from '../../../graphql/validation/id.decorator.js';

@InputType('ConfirmChangeRequestInput', { description: 'The change request to confirm, as the caller saw it.' })
export class ConfirmChangeRequestInput {
  @Field(() => ID, { description: "Purser's id of the change request." })
  @Id()
  id: string;

  @Field(() => String, { description: 'The `contentHash` of the change request that the caller saw.' })
  @DomainRule('the hash of what is stored', 'CONTENT_CHANGED')
  contentHash: string;
}
