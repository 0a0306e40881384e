import {
  EntityManager,
  type EntityMetadata,
  type EntityTarget,
  type FindOneOptions,
  type FindOptionsWhere,
  type ObjectLiteral,
  type QueryRunner,
} from 'typeorm';

type Where<Entity> = FindOptionsWhere<Entity> | FindOptionsWhere<Entity>[];

type Row = Readonly<Record<string, unknown>>;

interface PlainFind {
  readonly sql: string;
  readonly values: readonly unknown[];
  readonly toEntity: (row: Row) => ObjectLiteral;
}

type Compiled = Omit<PlainFind, 'values'>;

// Lock modes that are fully described by their name.
const LOCKS: ReadonlySet<unknown> = new Set([undefined, 'pessimistic_write', 'pessimistic_read']);

/** The compiled finds of a data source, by entity and form. Null marks a form that is left to TypeORM. */
export type CompiledFinds = Map<EntityMetadata, Map<string, Compiled | null>>;

/**
 * TypeORM's entity manager, except that it builds each simple find only once, because building a statement takes
 * TypeORM several times as long as PostgreSQL needs to answer it. A find is simple if it only compares columns for
 * equality. TypeORM writes the first statement, and later finds of the same form reuse it with other values. Everything
 * else is left to TypeORM.
 */
export class PlainFinds extends EntityManager {
  constructor(
    dataSource: EntityManager['dataSource'],
    queryRunner: QueryRunner | undefined,
    private readonly compiled: CompiledFinds,
  ) {
    super(dataSource, queryRunner);
  }

  override async findOneBy<Entity extends ObjectLiteral>(
    target: EntityTarget<Entity>,
    where: Where<Entity>,
  ): Promise<Entity | null> {
    const find = this.plainFindOf(target, { where });
    return find ? this.firstOf<Entity>(find) : super.findOneBy(target, where);
  }

  override async findOne<Entity extends ObjectLiteral>(
    target: EntityTarget<Entity>,
    options: FindOneOptions<Entity>,
  ): Promise<Entity | null> {
    const find = this.plainFindOf(target, options);
    return find ? this.firstOf<Entity>(find) : super.findOne(target, options);
  }

  override async existsBy<Entity extends ObjectLiteral>(
    target: EntityTarget<Entity>,
    where: Where<Entity>,
  ): Promise<boolean> {
    const find = this.plainFindOf(target, { where });
    return find ? (await this.firstOf(find)) !== null : super.existsBy(target, where);
  }

  private async firstOf<Entity>({ sql, values, toEntity }: PlainFind): Promise<Entity | null> {
    const runner = this.queryRunner ?? this.dataSource.createQueryRunner();
    try {
      const { records } = await runner.query(sql, [...values], true);
      const [row] = records as readonly Row[];
      return row === undefined ? null : (toEntity(row) as Entity);
    } finally {
      if (runner !== this.queryRunner) await runner.release();
    }
  }

  private plainFindOf<Entity extends ObjectLiteral>(
    target: EntityTarget<Entity>,
    options: FindOneOptions<Entity>,
  ): PlainFind | null {
    const { where, lock, ...others } = options;
    if (!isRecord(where) || Object.keys(others).length > 0) return null;
    const values = Object.values(where);
    if (!values.every(isPlain) || (lock && !this.isPlainLock(lock))) return null;
    const metadata = this.dataSource.getMetadata(target);
    let forms = this.compiled.get(metadata);
    if (!forms) this.compiled.set(metadata, (forms = new Map()));
    const form = [...Object.keys(where), lock?.mode].join();
    let compiled = forms.get(form);
    if (compiled === undefined) forms.set(form, (compiled = this.compile(metadata, options, values)));
    return compiled && { ...compiled, values };
  }

  /** Locks outside a transaction are left to TypeORM, which rejects them. */
  private isPlainLock(lock: NonNullable<FindOneOptions['lock']>): boolean {
    return Object.keys(lock).length === 1 && LOCKS.has(lock.mode) && this.queryRunner?.isTransactionActive === true;
  }

  private compile<Entity extends ObjectLiteral>(
    metadata: EntityMetadata,
    options: FindOneOptions<Entity>,
    values: readonly unknown[],
  ): Compiled | null {
    const { name, columns, relations, embeddeds, discriminatorColumn, deleteDateColumn, afterLoadListeners } = metadata;
    const isOfOneTable = relations.length + embeddeds.length === 0 && !discriminatorColumn && !deleteDateColumn;
    const isPlainEntity =
      isOfOneTable && columns.every((column) => column.isSelect && !column.isVirtual && !column.transformer);
    if (!isPlainEntity || afterLoadListeners.length + this.dataSource.subscribers.length > 0) return null;
    const builder = this.createQueryBuilder<Entity>(metadata.target as EntityTarget<Entity>, name);
    const [sql, parameters] = builder.setFindOptions({ ...options, take: 1 }).getQueryAndParameters();
    // TypeORM wrote a value into the statement text or converted it, so the statement cannot be reused.
    if (parameters.length !== values.length || parameters.some((value, at) => value !== values[at])) return null;
    const aliases = columns.map((column) => [`${name}_${column.databaseName}`, column] as const);
    if (!aliases.every(([alias]) => sql.includes(`AS "${alias}"`))) return null;
    const { driver } = this.dataSource;
    const toEntity = (row: Row): ObjectLiteral => {
      const entity = metadata.create(undefined, { fromDeserializer: true }) as Record<string, unknown>;
      for (const [alias, column] of aliases) {
        entity[column.propertyName] = driver.prepareHydratedValue(row[alias], column) as unknown;
      }
      return entity;
    };
    return { sql, toEntity };
  }
}

function isRecord(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || Buffer.isBuffer(value);
}
