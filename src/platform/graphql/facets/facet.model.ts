import { Field, Int, ObjectType } from '@nestjs/graphql';
import { MAX_COUNT } from '../connection/connection.js';
import type { Facet } from './facets.js';

@ObjectType('Facet', { description: 'Count of the items of a list with one value.' })
export class FacetModel implements Facet {
  @Field(() => String, { description: 'The value, as filters accept it.' })
  readonly key: string;

  @Field(() => Int, { description: `Number of items with this value, at most ${MAX_COUNT}.` })
  readonly count: number;

  @Field(() => Boolean, { description: `Whether there may be more: counting stops at ${MAX_COUNT} items.` })
  readonly isCapped: boolean;
}
