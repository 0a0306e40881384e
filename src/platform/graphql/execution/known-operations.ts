import { type DocumentNode, getOperationAST, type GraphQLSchema, Kind, type OperationDefinitionNode } from 'graphql';
import { Injectable, Optional } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ApiReads } from '../../database/api-reads.js';
import { Config } from '../../config/config.js';
import { type OperationPlan, planOperation } from './operation-plan.js';
import { placeOfQuery, type QueryPlace } from './query-places.js';

/** An operation from a valid document, with derived facts that are computed only once. */
export interface KnownOperation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** SHA-256 of the document's text, as hexadecimal. */
  readonly hash: string | undefined;
  /** The name of the root field; `several` if there is more than one. */
  readonly rootField: string;
  readonly place: QueryPlace;
  /** Null if graphql-js must execute the operation. */
  readonly plan: OperationPlan | null;
}

export interface OperationSource {
  /** The text of the document. */
  readonly source: string;
  /** Undefined is enough if the document has only one operation. */
  readonly operationName: string | undefined;
}

// A syntax tree takes about 150 bytes per character, so the trees of this many characters take 40 MB.
const MAX_CHARACTERS = 256 * 1024;

/**
 * Operations that Apollo has found valid, keyed by their text. The schema and the rules do not change while the process
 * runs, so the operations stay valid. The least recently used are forgotten.
 */
@Injectable()
export class KnownOperations {
  readonly #operations = new LRUCache<string, KnownOperation>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (_, key) => key.length,
  });

  constructor(
    private readonly config: Config,
    // Toy schemas have no database.
    @Optional() private readonly reads?: ApiReads,
  ) {}

  /** Returns undefined if Apollo must validate the document first. */
  find(source: OperationSource): KnownOperation | undefined {
    return this.config.graphql.usesPlans ? this.#operations.get(keyOf(source)) : undefined;
  }

  /** @returns null if the document does not contain the operation */
  learn(
    source: OperationSource,
    { schema, document, hash }: Pick<KnownOperation, 'schema' | 'document' | 'hash'>,
  ): KnownOperation | null {
    const known = this.#operations.get(keyOf(source));
    if (known) return known;
    const operation = getOperationAST(document, source.operationName);
    if (!operation) return null;
    const learned = {
      ...{ schema, document, operation, hash },
      rootField: rootFieldOf(operation),
      // Computed only if there is a standby, because visiting a large document takes milliseconds.
      place: this.reads?.standby ? placeOfQuery(schema, document) : ('PRIMARY' as const),
      plan: this.config.graphql.usesPlans ? planOperation(schema, document, source.operationName) : null,
    };
    this.#operations.set(keyOf(source), learned);
    return learned;
  }
}

/** Unambiguous, because no valid document begins with a name followed by a NUL. */
function keyOf({ source, operationName }: OperationSource): string {
  return operationName === undefined ? source : `${operationName}\0${source}`;
}

/** A mutation has only one root field. Queries with several are counted together. */
function rootFieldOf({ selectionSet: { selections } }: OperationDefinitionNode): string {
  const [field, ...others] = selections;
  return field?.kind === Kind.FIELD && others.length === 0 ? field.name.value : 'several';
}
