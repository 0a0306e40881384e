import { Field, Int, ObjectType } from '@nestjs/graphql';
import { MAX_COUNT } from '../connection/connection.js';
import type { Facet } from './facets.js';

@ObjectType('Facet', { description: 'Number of items in a list that have a given value.' })
export class FacetModel implements Facet {
  @Field(() => String, { description: 'The value, in the form that filters accept.' })
  readonly key: string;

  @Field(() => Int, { description: `Number of items with this value, at most ${MAX_COUNT}.` })
  readonly count: number;

  @Field(() => Boolean, { description: `Whether there may be more items, because counting stops at ${MAX_COUNT}.` })
  readonly isCapped: boolean;
}
