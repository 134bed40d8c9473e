import { configure } from '@testing-library/react';

// A busy machine can be slow.
configure({ asyncUtilTimeout: 20_000 });
