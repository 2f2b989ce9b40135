import { LOG_LEVELS } from '#domain/logs/log.ts';

/** 'Default log levels:' with their codes. */
export function DefaultLevels() {
  return (
    <span>
      Default log levels:{' '}
      {[...LOG_LEVELS].map(([level, name]) => (
        <code key={level} className="mr-1 rounded-selector bg-tint px-1 py-0.5 font-mono">
          {level}:{name}
        </code>
      ))}
    </span>
  );
}
