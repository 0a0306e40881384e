import { DefaultNamingStrategy, type Table } from 'typeorm';

/**
 * Names columns in snake_case, tables as the entity says, and constraints and indexes after their table and columns.
 * CHECKs, and anything else that its columns do not describe, are named on the entity.
 */
export class SnakeCaseNamingStrategy extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined, embeddedPrefixes: string[]): string {
    return [...embeddedPrefixes, customName ?? propertyName].map(toSnakeCase).join('_');
  }

  override primaryKeyName(table: Table | string): string {
    return `pk_${this.getTableName(table)}`;
  }

  override uniqueConstraintName(table: Table | string, columns: string[]): string {
    return ['uq', this.getTableName(table), ...columns].join('_');
  }

  override foreignKeyName(table: Table | string, columns: string[]): string {
    return ['fk', this.getTableName(table), ...columns].join('_');
  }

  override indexName(table: Table | string, columns: string[]): string {
    return ['ix', this.getTableName(table), ...columns].join('_');
  }
}

export function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
