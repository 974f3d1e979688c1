# Recompute the numbers of a rating study from the CSV files beside this script, in R alone.
#
#   Rscript recompute.R [folder]     (without a folder: the working directory)
# Prints one quantity a line, and at the end whether they agree with those of rating_results.csv: the
# exit status is 1 where one does not. Of more than 12 judges or items the signs are drawn anew: such
# a p may differ as draws do, and its limits are not compared. Resampled limits are not drawn here.

arguments <- commandArgs(trailingOnly = TRUE)
folder <- if (length(arguments) > 0) arguments[1] else "."
all_patterns_up_to <- 12
draws <- 9999
set.seed(1)

read <- function(name) {
  read.csv(file.path(folder, name), colClasses = "character", encoding = "UTF-8",
           check.names = FALSE, na.strings = character(0))
}
computed <- list()
show <- function(criterion, about, first, second, name, value) {
  computed[[paste(criterion, about, first, second, name, sep = "|")]] <<- value
  parts <- c(criterion, about, first, second, name)
  cat(paste(parts[parts != ""], collapse = " "), " = ", format(value, digits = 15), "\n", sep = "")
}

# What differs from 0 by rounding alone
nearly_none <- function(sums) 1e-9 * max(1, sum(abs(sums)))
total_of <- function(sums) if (abs(sum(sums)) <= nearly_none(sums)) 0 else sum(sums)

# How often is the total as far from 0 with signs drawn anew? All patterns up to 12 groups.
# Also the least and the largest mean difference with a p above alpha: with each pattern those
# stand that lie between the means of its two parts
sign_flips <- function(of_groups, alpha) {
  sums <- of_groups$sums
  sizes <- of_groups$sizes
  n <- length(sums)
  seen <- as.integer(n > all_patterns_up_to)
  signs <- if (seen) {
    matrix(sample(c(1, -1), draws * n, replace = TRUE), draws)
  } else {
    as.matrix(expand.grid(rep(list(c(1, -1)), n)))
  }
  close <- nearly_none(sums)
  part_means <- function(signs) {
    totals <- sum(sums) + as.vector(signs %*% sums)
    totals[abs(totals) <= close] <- 0
    totals / (sum(sizes) + as.vector(signs %*% sizes))
  }
  one <- part_means(signs)
  other <- part_means(-signs)
  whole <- is.nan(one) | is.nan(other)
  lowest <- ifelse(whole, -Inf, pmin(one, other))
  highest <- ifelse(whole, Inf, pmax(one, other))
  patterns <- length(one) + seen
  p <- (sum(lowest <= 0 & highest >= 0) + seen) / patterns
  least <- floor(alpha * patterns * (1 + 1e-12)) + 1 - seen
  if (least < 1) return(c(p, -Inf, Inf))
  c(p, sort(lowest)[least], sort(highest, decreasing = TRUE)[least])
}

# Only ratings of both systems; where texts stand side by side, of pages that have both
compared <- function(of_one, one, other, side_by_side) {
  kept <- of_one[of_one$system %in% c(one, other), ]
  if (side_by_side) {
    both <- intersect(kept$page[kept$system == one], kept$page[kept$system == other])
    kept <- kept[kept$page %in% both, ]
  }
  kept
}

# One difference for each judge or item: of its pages together, or of its means of the two systems;
# beside it of how many pages it is
differences <- function(kept, group, one, other, side_by_side) {
  first <- kept$system == one
  if (side_by_side) {
    return(list(sums = as.vector(tapply(ifelse(first, kept$y, -kept$y), group, sum)),
                sizes = as.vector(table(group)) / 2))
  }
  above <- tapply(kept$y[first], group[first], mean)
  below <- tapply(kept$y[!first], group[!first], mean)
  both <- intersect(names(above), names(below))
  list(sums = as.vector(above[both] - below[both]), sizes = rep(1, length(both)))
}

# Ratio or difference, and p by whole judges and whole items; the larger of the two, by Holm, or 1
# where judges and items lean opposite ways
pairs_of <- function(criterion, of_one, log_scale, alpha, side_by_side) {
  letters_found <- sort(unique(of_one$system))
  found <- list()
  for (couple in combn(letters_found, 2, simplify = FALSE)) {
    one <- couple[1]
    other <- couple[2]
    kept <- compared(of_one, one, other, side_by_side)
    if (nrow(kept) == 0) next
    of_judges <- differences(kept, kept$judge, one, other, side_by_side)
    of_items <- differences(kept, kept$item, one, other, side_by_side)
    mean_of <- sum(of_items$sums) / sum(of_items$sizes)
    by_judges <- sign_flips(of_judges, alpha)
    by_items <- sign_flips(of_items, alpha)
    found[[length(found) + 1]] <- list(one = one, other = other, mean = mean_of,
                                       by_judges = by_judges[1], by_items = by_items[1],
                                       opposite = total_of(of_judges$sums) * total_of(of_items$sums) < 0,
                                       limits = c(min(by_judges[2], by_items[2]),
                                                  max(by_judges[3], by_items[3])))
    if (side_by_side) outcomes(criterion, kept, one, other)
  }
  p <- vapply(found, function(each) if (each$opposite) 1 else max(each$by_judges, each$by_items), 0)
  adjusted <- p.adjust(p, "holm")
  for (i in seq_along(found)) {
    each <- found[[i]]
    tell <- function(name, value) show(criterion, "pair", each$one, each$other, name, value)
    tell("estimate", if (log_scale) exp(each$mean) else each$mean)
    if (all(is.finite(each$limits))) {
      limits <- if (log_scale) exp(each$limits) else each$limits
      tell("lower", limits[1])
      tell("upper", limits[2])
    }
    tell("p_judges", each$by_judges)
    tell("p_items", each$by_items)
    tell("p_value", p[i])
    tell("adjusted", adjusted[i])
    tell("separated", as.integer(adjusted[i] <= alpha * (1 + 1e-12)))
  }
}

# How often the one was rated above, like and below the other on a page
outcomes <- function(criterion, kept, one, other) {
  above <- kept[kept$system == one, ]
  below <- kept[kept$system == other, ]
  difference <- above$value - below$value[match(above$page, below$page)]
  tell <- function(name, value) show(criterion, "page outcomes", one, other, name, value)
  tell("wins", sum(difference > 0))
  tell("ties", sum(difference == 0))
  tell("losses", sum(difference < 0))
}

# ICC(1,1), ICC(1,k) and F of texts with two ratings or more (Shrout and Fleiss 1979)
agreement <- function(criterion, about, of_one, y) {
  cell <- paste(of_one$item, of_one$system, sep = "\r")
  size <- table(cell)
  kept <- as.vector(size[cell]) >= 2
  y <- y[kept]
  cell <- factor(cell[kept])
  n <- nlevels(cell)
  total <- length(y)
  if (n < 2 || total == n) return(invisible())
  size <- as.vector(table(cell))
  mean_of <- as.vector(tapply(y, cell, mean))
  between <- sum(size * (mean_of - mean(y))^2) / (n - 1)
  within <- sum((y - mean_of[as.integer(cell)])^2) / (total - n)
  if (between == 0 || within == 0) return(invisible())
  k <- (total - sum(size^2) / total) / (n - 1)
  tell <- function(name, value) show(criterion, about, "", "", name, value)
  tell("cells", n)
  tell("single", (between - within) / (between + (k - 1) * within))
  tell("average", (between - within) / between)
  tell("f", between / within)
  tell("p_value", pf(between / within, n - 1, total - n, lower.tail = FALSE))
}

# The ratings with each text once: one that systems share is rated once, and stands in the file for
# each of them. Verdicts of before count it for each; how many texts they have says so
each_once <- function(criterion, of_one) {
  texts <- there[paste(criterion, "agreement", "", "", "cells", sep = "|")]
  twice <- sum(table(of_one$item, of_one$system) >= 2)
  if (texts %in% as.character(twice)) return(of_one)
  of_one[of_one$merged_with == "" | of_one$system < of_one$merged_with, ]
}

means <- function(criterion, of_one) {
  show(criterion, "criterion", "", "", "judges", length(unique(of_one$judge)))
  show(criterion, "criterion", "", "", "items", length(unique(of_one$item)))
  show(criterion, "criterion", "", "", "ratings", nrow(of_one))
  for (system in sort(unique(of_one$system))) {
    value <- of_one$value[of_one$system == system]
    show(criterion, "system", system, "", "ratings", length(value))
    show(criterion, "system", system, "", "arithmetic", mean(value))
    show(criterion, "system", system, "", "geometric", exp(mean(log(value))))
  }
}

# How many texts of each system were ticked
ticks <- function(criterion, of_one) {
  for (system in sort(unique(of_one$system))) {
    of_system <- of_one[of_one$system == system, ]
    show(criterion, "ticks", system, "", "ratings", nrow(of_system))
    show(criterion, "ticks", system, "", "added", sum(of_system$ticks_added == "1"))
    show(criterion, "ticks", system, "", "missing", sum(of_system$ticks_missing == "1"))
  }
}

stored <- read("rating_results.csv")
stored$key <- paste(stored$criterion, stored$about, stored$first, stored$second, stored$quantity,
                    sep = "|")
there <- setNames(stored$value, stored$key)
results <- read("results.csv")
plan <- as.list(setNames(results$value, results$quantity))
log_scale <- plan[["rating_method"]] != "likert"
side_by_side <- plan[["rating_method"]] == "rankme"
rated <- read("ratings.csv")
rated <- rated[rated$counted == "yes", ]
if (!is.null(plan[["verdict_counted"]])) {
  rated <- rated[as.integer(rated$sheet) <= as.integer(plan[["verdict_counted"]]), ]
}
rated$value <- as.numeric(rated$value)
rated$page <- paste(rated$judge, rated$sheet)
for (criterion in unique(rated$criterion)) {
  of_one <- rated[rated$criterion == criterion, ]
  if (of_one$ticks_added[1] != "") {
    ticks(criterion, of_one)
    next
  }
  means(criterion, of_one)
  if (is.null(plan[["verdict"]])) next
  of_one$y <- if (log_scale) log(of_one$value) else of_one$value
  pairs_of(criterion, of_one, log_scale, as.numeric(plan[["alpha"]]), side_by_side)
  once <- each_once(criterion, of_one)
  agreement(criterion, "agreement", once, once$y)
  # The means of pages can be compared where each is of all systems
  if (side_by_side && min(table(of_one$page)) == length(unique(of_one$system))) {
    y <- log(once$value)
    agreement(criterion, "agreement within the page", once, y - ave(y, once$page))
  }
}

number_of <- function(key) if (is.null(computed[[key]])) 0 else computed[[key]]
counts <- stored$key[stored$about %in% c("criterion", "ticks") & stored$quantity == "ratings"]
if (any(as.numeric(there[counts]) > vapply(counts, number_of, 0))) {
  cat("withdrawn since: the verdict was given on more ratings, so that nothing is compared\n")
  quit(status = 0)
}

# Whether two values are equal but for rounding, or for draws where p is drawn
near <- function(a, b) abs(a - b) <= max(1e-6 * abs(b), 1e-9)
same <- function(key) {
  here <- computed[[key]]
  other <- as.numeric(there[[key]])
  parts <- strsplit(key, "|", fixed = TRUE)[[1]]
  drawn <- grepl("^p_|^adjusted$|^separated$|^lower$|^upper$", parts[5])
  if (parts[2] != "pair" || !drawn) return(near(here, other))
  begin <- paste(parts[1:4], collapse = "|")
  groups <- as.numeric(there[paste(begin, c("judges", "items"), sep = "|")])
  is_limit <- parts[5] %in% c("lower", "upper")
  # An older verdict has drawn limits, under the same name
  if (is_limit && there[paste(begin, "resampled_lower", sep = "|")] %in% c("", NA)) return(TRUE)
  if (max(groups) <= all_patterns_up_to) return(near(here, other))
  if (is_limit || parts[5] == "separated") return(TRUE)  # a p beside alpha may fall on either side of it
  pairs <- sum(stored$criterion == parts[1] & stored$about == "pair" & stored$quantity == "p_value")
  times <- if (parts[5] == "adjusted") pairs else 1
  p <- min(max(here, other) / times, 1)
  abs(here - other) <= times * (5 * sqrt(2 * p * (1 - p) / draws) + 2 / draws)
}
shared <- Filter(function(key) key %in% names(there) && there[[key]] != "", names(computed))
differ <- Filter(function(key) !same(key), shared)
if (length(differ) > 0) {
  cat("differs from the stored result:\n")
  for (key in differ) {
    cat(gsub("|", " ", key, fixed = TRUE), ": ", format(computed[[key]], digits = 15), " here, ",
        there[[key]], " in rating_results.csv\n", sep = "")
  }
  quit(status = 1)
}
of_pair <- function(key) strsplit(key, "|", fixed = TRUE)[[1]]
is_drawn <- function(key) {
  parts <- of_pair(key)
  if (parts[2] != "pair" || !grepl("^p_|^adjusted$", parts[5])) return(FALSE)
  begin <- paste(parts[1:4], collapse = "|")
  max(as.numeric(there[paste(begin, c("judges", "items"), sep = "|")])) > all_patterns_up_to
}
drawn <- length(Filter(is_drawn, shared))
cat("agrees with the stored result")
if (drawn > 0) {
  cat(";", drawn, "p are drawn anew, and are within five standard errors of the difference of two",
      "such p")
}
cat("\n")
