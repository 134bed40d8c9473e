import { configure } from '@testing-library/react';

// A busy machine may take its time.
configure({ asyncUtilTimeout: 20_000 });
