import { Field, ID, InputType, Int } from '@nestjs/graphql';
import { DomainRule } from '../../../graphql/validation/domain-rule.decorator.js';
import { Id } from '../../../graphql/validation/id.decorator.js';

@InputType('RotateApiKeyInput', { description: 'The API key whose secret is exchanged.' })
export class RotateApiKeyInput {
  @Field(() => ID, { description: 'The own key: the one that the call is made with.' })
  @Id()
  id: string;

  @Field(() => Int, {
    defaultValue: 24,
    description: 'How many hours the old secret goes on working, from 0 to 24; with 0 it ends at once.',
  })
  @DomainRule('from 0 to 24; told to the holder of the key alone', 'OVERLAP_INVALID')
  overlapHours: number;
}
