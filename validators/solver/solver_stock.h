/* Solvers that threads share: more threads take no more memory, and none waits but one that has a
   position to solve. */
#pragma once

#include "validators/solver/solver.h"

enum { SOLVER_STOCK_MAX = 16 };

struct solver_stock;

/* At most `count` solvers of `memory` bytes each (zi_solver_new), which are made when they are
   first needed. NULL when memory runs out. */
struct solver_stock *zi_solver_stock_new(unsigned count, size_t memory);

/* None may be in use. */
void zi_solver_stock_free(struct solver_stock *stock);

/* A solver for the calling thread alone, until it gives it back; waits for one where all are in
   use. Which one it is changes no answer. NULL when memory runs out before there is one. */
struct solver *zi_solver_stock_take(struct solver_stock *stock);
void zi_solver_stock_give_back(struct solver_stock *stock, struct solver *solver);
