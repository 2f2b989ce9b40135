/** One column of an index: a plain column by its name, or an expression by its SQL text. */
export interface IndexColumn {
  /** The column's name without quotes; empty for an expression. */
  readonly name: string;
  /** The SQL of an expression as it was written; undefined for a plain column. */
  readonly expression?: string;
  /** Name of the collation without quotes; empty for none. */
  readonly collate: string;
  readonly sort: '' | 'ASC' | 'DESC';
}

/** A parsed index statement. */
export interface ParsedIndex {
  readonly unique: boolean;
  /** Whether the statement has IF NOT EXISTS. */
  readonly optional: boolean;
  /** Name before the dot of the index name, without quotes; empty for none. */
  readonly schemaName: string;
  readonly indexName: string;
  readonly tableName: string;
  readonly columns: readonly IndexColumn[];
  /** SQL of the condition of a partial index as it was written; empty for none. */
  readonly where: string;
}
