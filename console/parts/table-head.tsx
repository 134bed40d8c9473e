interface TableHeadProps {
  readonly columns: readonly string[];
  /** Those of numbers, which end at one line. */
  readonly counts?: readonly string[];
}

/** The first row of a table, with the titles of its columns. */
export function TableHead({ columns, counts = [] }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map((title) => (
          <th key={title} scope="col" class={counts.includes(title) ? 'count' : undefined}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}
