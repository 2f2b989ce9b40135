/** `.`, `..` and longer runs of dots, also with the `;parameters` that some servers remove. */
const DOT_SEGMENT = /^\.+(;.*)?$/;

/** Whether a path has a segment, also behind a backslash, by which a browser or server may move to another folder. */
export const hasDotSegment = (path: string): boolean =>
  path.split(/[/\\]/).some((segment) => DOT_SEGMENT.test(segment));
