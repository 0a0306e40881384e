import { Field, Int, ObjectType } from '@nestjs/graphql';
import { MAX_COUNT } from '../connection/connection.js';
import type { Facet } from './facets.js';

@ObjectType('Facet', { description: 'How many items of a list have one value.' })
export class FacetModel implements Facet {
  @Field(() => String, { description: 'The value, as a filter takes it.' })
  readonly key: string;

  @Field(() => Int, { description: `How many items have it, ${MAX_COUNT} at most.` })
  readonly count: number;

  @Field(() => Boolean, { description: `Whether there may be more: counting stops at ${MAX_COUNT} items.` })
  readonly isCapped: boolean;
}
