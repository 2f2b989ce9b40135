import { useState } from 'react';
export default function LoginPage() {
  const [n, s] = useState(0);
  return (
    <button className="btn btn-primary" onClick={() => s(n + 1)}>
      n {n}
    </button>
  );
}
